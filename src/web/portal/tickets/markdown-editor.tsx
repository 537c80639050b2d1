import { Bold, Code, Italic, Link, List } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { TextArea } from '../../ui/field.tsx'
import { isMac, modifier } from '../platform/shortcuts.ts'
import { type Mark, markEdit } from './markdown-marks.ts'
import { MarkdownText } from './markdown-text.tsx'

/** What a form or a shortcut can ask of an editor. */
export type EditorHandle = { focus: () => void }

interface MarkdownEditorProps {
  /** The textarea's name where no `Field` gives it one. */
  label?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  rows?: 3 | 6 | 10
  /** A note's ground. */
  tint?: boolean
  disabled?: boolean
  /** Stands at the foot, within the frame. */
  footer?: ReactNode
  ref?: Ref<EditorHandle>
}

const tools: { mark: Mark; label: string; key?: string; icon: ReactNode }[] = [
  { mark: 'bold', label: 'Bold', key: 'B', icon: <Bold aria-hidden className="size-4" /> },
  { mark: 'italic', label: 'Italic', key: 'I', icon: <Italic aria-hidden className="size-4" /> },
  { mark: 'code', label: 'Code', icon: <Code aria-hidden className="size-4" /> },
  { mark: 'list', label: 'List', icon: <List aria-hidden className="size-4" /> },
  { mark: 'link', label: 'Link', icon: <Link aria-hidden className="size-4" /> },
]

/** Writes Markdown, with buttons for the usual marks and a look at how it will be. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, onBlur, placeholder, rows = 6, tint, disabled, footer } = props
  const [preview, setPreview] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useImperativeHandle(
    props.ref,
    () => ({
      focus() {
        flushSync(() => setPreview(false))
        area.current?.focus()
      },
    }),
    [],
  )

  const apply = (mark: Mark) => area.current && put(area.current, mark)
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Out of the text and back to the page's single keys, without the mouse.
    if (event.key === 'Escape') event.currentTarget.blur()
    if (!(isMac() ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return
    const mark = { b: 'bold' as const, i: 'italic' as const }[event.key.toLowerCase()]
    if (!mark) return
    event.preventDefault()
    apply(mark)
  }

  return (
    <div
      className={cx(
        'flex min-w-0 flex-col rounded-md border border-edge outline-accent outline-offset-2 transition-colors hover:border-muted has-[textarea:focus-visible]:outline-2 has-[textarea[aria-invalid]]:border-bad',
        tint ? 'bg-warn/4' : 'bg-ink',
      )}
    >
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 border-line border-b px-1.5 py-1">
        <div role="tablist" aria-label="Editor" className="flex gap-0.5">
          <Tab id={`${id}-write`} panel={`${id}-panel`} on={!preview} onSelect={() => setPreview(false)}>
            Write
          </Tab>
          <Tab id={`${id}-preview`} panel={`${id}-panel`} on={preview} onSelect={() => setPreview(true)}>
            Preview
          </Tab>
        </div>
        {!preview && (
          <div role="toolbar" aria-label="Formatting" className="flex gap-0.5">
            {tools.map(({ mark, label: name, key, icon }) => (
              <IconButton
                key={mark}
                size="sm"
                label={name}
                title={key ? `${name} (${modifier()}+${key})` : name}
                icon={icon}
                disabled={disabled}
                // Focus stays in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => apply(mark)}
              />
            ))}
          </div>
        )}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={preview ? `${id}-preview` : `${id}-write`}>
        {preview && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview must scroll by keyboard
          <div tabIndex={0} className={cx('scroll-thin max-h-[60vh] overflow-y-auto px-3 py-2.5', heights[rows])}>
            {value.trim() ? <MarkdownText text={value} /> : <p className="text-muted">Nothing to preview yet.</p>}
          </div>
        )}
        <TextArea
          ref={area}
          aria-label={label}
          rows={rows}
          value={value}
          disabled={disabled}
          hidden={preview}
          placeholder={placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          className="!rounded-none !border-0 !bg-transparent !outline-none"
        />
      </div>
      {footer && <div className="flex flex-wrap items-center gap-2 border-line border-t px-1.5 py-1.5">{footer}</div>}
    </div>
  )
}

const heights = { 3: 'min-h-20', 6: 'min-h-36', 10: 'min-h-56' }

interface TabProps {
  id: string
  panel: string
  on: boolean
  onSelect: () => void
  children: ReactNode
}

function Tab({ id, panel, on, onSelect, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-selected={on}
      aria-controls={panel}
      tabIndex={on ? 0 : -1}
      onClick={onSelect}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        const other = event.currentTarget.parentElement?.querySelector<HTMLButtonElement>('[aria-selected="false"]')
        other?.focus()
        other?.click()
      }}
      className="h-7 rounded-sm px-2.5 font-medium text-muted text-xs transition-colors hover:text-text aria-selected:bg-line aria-selected:text-text"
    >
      {children}
    </button>
  )
}

/** Changes the text so that the browser's undo knows of it. */
function put(area: HTMLTextAreaElement, mark: Mark) {
  const edit = markEdit(area.value, area.selectionStart, area.selectionEnd, mark)
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  // Deprecated, and the only way that keeps undo.
  if (!document.execCommand('insertText', false, edit.insert)) {
    area.setRangeText(edit.insert)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(...edit.select)
}
