import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../cx.ts'
import { foldAt } from './fold-text.ts'
import { MarkdownText } from './markdown-text.tsx'
import { WrittenText } from './written-text.tsx'

/** Returns whether the page is being printed. Printed pages show the full text, because paper has no buttons. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Update synchronously, because the browser captures the page when the event ends.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

interface FoldedTextProps {
  text: string
  /** How the text is shown: `plain` as it was written. */
  format?: 'markdown' | 'plain'
  /** People whose mentions are highlighted. */
  people?: readonly { id: string; name: string }[]
  /** The name of the text on the button. */
  what?: string
  className?: string
}

const Text = ({ format, people, ...props }: Omit<FoldedTextProps, 'what'>) =>
  format === 'plain' ? <WrittenText {...props} /> : <MarkdownText people={people} {...props} />

/** Renders untrusted text as Markdown or as plain text. Long texts show their beginning and a button for the rest. */
export function FoldedText({ what = 'message', ...props }: FoldedTextProps) {
  const at = useMemo(() => foldAt(props.text), [props.text])
  return at === undefined ? <Text {...props} /> : <LongText at={at} what={what} {...props} />
}

function LongText({ text, at, format, people, what, className }: FoldedTextProps & { at: number }) {
  // `found`: the browser's search found a match in the rest, which is then shown as plain text.
  const [state, setState] = useState<'folded' | 'found' | 'open'>('folded')
  const whole = usePrinting() || state === 'open'
  const rest = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  // React supports neither `hidden="until-found"` nor the `beforematch` event.
  useLayoutEffect(() => {
    const element = rest.current
    if (whole || state !== 'folded' || !element) return
    element.setAttribute('hidden', 'until-found')
    const show = () => setState('found')
    element.addEventListener('beforematch', show)
    return () => {
      element.removeEventListener('beforematch', show)
      element.removeAttribute('hidden')
    }
  }, [whole, state])
  function toggle() {
    const next = state === 'folded' ? 'open' : 'folded'
    flushSync(() => setState(next))
    // Otherwise the button would be far above the visible part of the page.
    if (next === 'folded') button.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={className}>
      <div id={id}>
        <Text text={whole ? text : text.slice(0, at)} format={format} people={people} />
        {!whole && (
          // Plain text without markup, so that it costs nothing until it is searched.
          <p ref={rest} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text.slice(at)}
          </p>
        )}
      </div>
      <button
        ref={button}
        type="button"
        aria-expanded={state !== 'folded'}
        aria-controls={id}
        onClick={toggle}
        className={cx(
          'mt-2 inline-flex min-h-6 cursor-pointer items-center rounded-sm text-muted text-xs underline',
          'decoration-edge underline-offset-3 hover:text-text max-md:min-h-11 print:hidden',
        )}
      >
        {state === 'folded' ? `Show full ${what}` : 'Show less'}
      </button>
    </div>
  )
}
