import { Lock, MessageSquare } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Segmented } from '../../ui/segmented.tsx'
import type { Arrivals } from './arrivals.ts'
import { ComposerForm, type FormHandle, type Send } from './composer-form.tsx'
import type { Side } from './labels.ts'
import type { MessageKind, Ticket } from './model.ts'

/** What shortcuts ask of the composer. */
export type ComposerHandle = { write: (kind: MessageKind) => void; reply: () => FormHandle | null }

interface ComposerProps {
  ticket: Ticket
  side: Side
  userId: string
  onSend: Send
  arrivals: Arrivals
  ref?: Ref<ComposerHandle>
}

/** Where an answer is written, or by staff a note. Both keep their own text, so that a note is never sent by mistake. */
export function Composer({ ticket, side, userId, onSend, arrivals, ref }: ComposerProps) {
  const { reply, note } = ticket.can
  const [wanted, setWanted] = useState<MessageKind>('reply')
  // A reply that was begun before the ticket was closed stays in sight.
  const [begun, setBegun] = useState(false)
  const replies = reply || begun
  const kind = note && !replies ? 'note' : wanted
  const editors = { reply: useRef<FormHandle>(null), note: useRef<FormHandle>(null) }
  useImperativeHandle(ref, () => ({
    reply: () => editors.reply.current,
    write(next) {
      setWanted(next)
      // Once it is shown.
      requestAnimationFrame(() => editors[next].current?.focus())
    },
  }))
  const form = (of: MessageKind) => (
    <ComposerForm
      key={`${ticket.id} ${of}`}
      ref={editors[of]}
      hidden={kind !== of}
      kind={of}
      ticket={ticket}
      side={side}
      userId={userId}
      onSend={onSend}
      arrivals={arrivals}
      onBegun={of === 'reply' ? setBegun : undefined}
    />
  )
  return (
    <section aria-label="Answer" className="flex min-w-0 flex-col gap-3">
      {replies && note && (
        <Segmented<MessageKind>
          label="What to write"
          value={kind}
          onChange={setWanted}
          className="self-start"
          options={[
            { value: 'reply', label: 'Reply', icon: <MessageSquare aria-hidden className="size-4" /> },
            { value: 'note', label: 'Internal note', icon: <Lock aria-hidden className="size-4" /> },
          ]}
        />
      )}
      {form('reply')}
      {note && form('note')}
    </section>
  )
}
