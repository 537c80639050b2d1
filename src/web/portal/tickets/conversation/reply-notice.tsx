import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { getScrollBehavior } from '../../../ui/use-media.ts'
import type { Message } from '../model.ts'

const SHOWN = 280

/**
 * Shows a message that arrived while the reader was writing, so that they do not answer without having seen it.
 * Disappears when it is dismissed or the reader's message is sent. `answer` is the element that contains the editors.
 */
export function ReplyNotice({
  messages,
  me,
  answer,
}: {
  messages: readonly Message[]
  me: string | undefined
  answer: React.RefObject<HTMLElement | null>
}) {
  const known = useRef<Set<string>>(undefined)
  const [came, setCame] = useState<Message>()
  useEffect(() => {
    const before = known.current
    known.current = new Set(messages.map((m) => m.id))
    if (!before) return
    const fresh = messages.filter((m) => !before.has(m.id) && m.kind !== 'event')
    if (fresh.some((m) => m.author.id === me)) return setCame(undefined)
    const texts = [...(answer.current?.querySelectorAll('textarea') ?? [])]
    const newest = fresh.at(-1)
    if (newest && texts.some((t) => t.value.trim() !== '')) setCame(newest)
  }, [messages, me, answer])
  if (!came) return null
  const words = came.body.replace(/\s+/g, ' ').trim()
  return (
    <div className="mb-3">
      <Banner
        tone="warn"
        title={`${came.author.name} ${came.kind === 'note' ? 'added a note' : 'replied'} just now`}
        action={
          <Button
            size="sm"
            onClick={() =>
              document
                .getElementById(`message-${came.id}`)
                ?.scrollIntoView({ block: 'center', behavior: getScrollBehavior() })
            }
          >
            Show
          </Button>
        }
        onDismiss={() => setCame(undefined)}
      >
        {words.length > SHOWN ? `${words.slice(0, SHOWN).trimEnd()}…` : words || 'Files only.'}
      </Banner>
    </div>
  )
}
