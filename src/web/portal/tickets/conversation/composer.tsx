import { Lock, MessageSquare } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import type { Side } from '../facts/labels.ts'
import type { MessageKind, Ticket } from '../model.ts'
import type { Arrivals } from './arrivals.ts'
import { ComposerForm, type FormHandle, type Send } from './composer-form.tsx'

/** The imperative handle of the composer, used by shortcuts. */
export type ComposerHandle = { write: (kind: MessageKind) => void; reply: () => FormHandle | null }

interface ComposerProps {
  ticket: Ticket
  side: Side
  userId: string
  onSend: Send
  arrivals: Arrivals
  ref?: Ref<ComposerHandle>
}

/**
 * The editor for a reply or, for staff, an internal note. Each keeps its own text, so that a note is never sent by
 * mistake.
 */
export function Composer({ ticket, side, userId, onSend, arrivals, ref }: ComposerProps) {
  const { reply, note } = ticket.can
  const [wanted, setWanted] = useState<MessageKind>('reply')
  // A reply that was begun before the ticket was closed stays visible.
  const [begun, setBegun] = useState(false)
  const replies = reply || begun
  const kind = note && !replies ? 'note' : wanted
  const editors = { reply: useRef<FormHandle>(null), note: useRef<FormHandle>(null) }
  useImperativeHandle(ref, () => ({
    reply: () => editors.reply.current,
    write(next) {
      setWanted(next)
      // Focus it after it is shown.
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
    <section aria-label="New message" className="flex min-w-0 flex-col gap-3">
      {replies && note && (
        <Segmented<MessageKind>
          label="Message type"
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
