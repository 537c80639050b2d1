import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

interface TheirsNoticeProps {
  title: string
  /** The choice offered here. Without it, the form's button decides. */
  choice?: { label: string; onChoose: () => void }
  /** The saved text, which saving replaces with what was typed. */
  text?: string
  children?: ReactNode
}

/** Shown above a form when someone else, or another window, saved the same record. The typed text stays. */
export function TheirsNotice({ title, choice, text, children }: TheirsNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The form may be longer than the screen, with the button that was pressed at its end.
    notice.current?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed may be disabled until a choice is made, so it may have lost the focus.
    const at = document.activeElement
    if (at === document.body || at?.matches(':disabled')) button.current?.focus()
  }, [])
  return (
    <div ref={notice} className="scroll-mt-20">
      <Banner
        tone="warn"
        title={title}
        action={
          choice && (
            <Button ref={button} size="sm" onClick={choice.onChoose}>
              {choice.label}
            </Button>
          )
        }
      >
        {children && <span className="block">{children}</span>}
        {text !== undefined && (
          <>
            <span className="mt-1 block whitespace-pre-wrap first:mt-0">{text}</span>
            <span className="mt-1 block">If you save, your version below replaces it.</span>
          </>
        )}
      </Banner>
    </div>
  )
}
