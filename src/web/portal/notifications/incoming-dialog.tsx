import { useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import type { Choice } from '../../ui/search-select.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { type ChoiceFieldProps, FoundField } from '../platform/found-field.tsx'
import type { Asked, InboundMail } from './incoming-model.ts'

const words = {
  add: {
    title: 'Add to a ticket',
    description: 'It stands in the conversation, in the name of its sender. Everybody on the ticket is told.',
    verb: 'Add',
  },
  open: {
    title: 'Make it a ticket',
    description: 'It is opened in the name of the user that you choose.',
    verb: 'Open ticket',
  },
  dismiss: {
    title: 'Set this mail aside?',
    description: 'Its sender is told nothing. You find it under All for half a year.',
    verb: 'Set aside',
  },
}

/** A user of a partner, found by name or address. */
const Requester = (props: ChoiceFieldProps) => (
  <FoundField
    {...props}
    label="Requester"
    required
    placeholder="Find a user by name or email"
    none={['No active user is called so.', 'There are no active users yet.']}
    find={(q) =>
      api.people.list.queryOptions({
        input: { ...(q ? { q } : {}), status: ['active'], role: ['owner', 'member'], limit: 20 },
        select: (page) => page.items.map((u) => ({ id: u.id, name: `${u.name ?? u.email} · ${u.company.name}` })),
      })
    }
  />
)

interface IncomingDialogProps {
  asked: Asked
  onClose: () => void
  onDone: () => Promise<void>
}

/** Asks what a decision about a mail needs, and does it. */
export function IncomingDialog({ asked: { mail, kind }, onClose, onDone }: IncomingDialogProps) {
  const [number, setNumber] = useState(mail.ticket ? `T-${mail.ticket.number}` : '')
  // What the team passes on is somebody else’s.
  const known = mail.sender?.userId && mail.company && mail.reason !== 'from_staff' ? mail.sender : undefined
  const [requester, setRequester] = useState<Choice | null>(
    known?.userId ? { id: known.userId, name: `${known.name || known.email} · ${mail.company?.name}` } : null,
  )
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const { title, description, verb } = words[kind]

  async function perform(): Promise<InboundMail | string> {
    if (kind === 'dismiss') return client.tickets.dismissInbound({ id: mail.id })
    if (kind === 'open')
      return requester ? client.tickets.inboundOpen({ id: mail.id, requesterId: requester.id }) : 'Choose a user.'
    const digits = /^\s*(?:T-)?(\d{1,15})\s*$/i.exec(number)?.[1]
    return digits
      ? client.tickets.inboundToTicket({ id: mail.id, number: Number(digits) })
      : 'Give the number of the ticket, such as T-1001.'
  }
  async function submit() {
    setPending(true)
    try {
      const done = await perform()
      if (typeof done === 'string') return setError(done)
      const at = done.ticket && `T-${done.ticket.number}`
      toast({
        title: kind === 'dismiss' ? 'Set aside' : kind === 'add' ? `Added to ${at}` : `${at} is open`,
      })
      await onDone()
    } catch (e) {
      const failure = failureOf(e)
      const fields = failure?.data?.fields as Record<string, string[]> | undefined
      setError(Object.values(fields ?? {})[0]?.[0] ?? (e as Error).message)
    } finally {
      setPending(false)
    }
  }
  return (
    <ActFrame
      title={title}
      description={description}
      confirm={verb}
      pending={pending}
      problem={kind === 'dismiss' ? error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {kind === 'add' && (
        <Field label="Ticket" required error={error}>
          <TextInput
            placeholder="T-1001"
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
        </Field>
      )}
      {kind === 'open' && <Requester value={requester} onChange={setRequester} error={error} />}
    </ActFrame>
  )
}
