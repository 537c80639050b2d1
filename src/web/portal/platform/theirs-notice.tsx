import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

interface TheirsNoticeProps {
  title: string
  /** What can be chosen here; without it the button of the form decides. */
  choice?: { label: string; onChoose: () => void }
  /** A text as it was saved, that saving replaces by what was typed. */
  text?: string
  children?: ReactNode
}

/** Above a form: what somebody else, or another window, saved while it was filled in. What was typed stays. */
export function TheirsNotice({ title, choice, text, children }: TheirsNoticeProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed may wait for the choice now, and lose the focus.
    const at = document.activeElement
    if (at === document.body || at?.matches(':disabled')) button.current?.focus()
  }, [])
  return (
    <Banner
      tone="warn"
      title={title}
      action={
        choice && (
          <Button ref={button} size="sm" className="max-md:h-11!" onClick={choice.onChoose}>
            {choice.label}
          </Button>
        )
      }
    >
      {children && <span className="block">{children}</span>}
      {text !== undefined && (
        <>
          <span className="mt-1 block whitespace-pre-wrap first:mt-0">{text}</span>
          <span className="mt-1 block">Saving replaces it with what stands below.</span>
        </>
      )}
    </Banner>
  )
}
