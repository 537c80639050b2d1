import { useState } from 'react'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import type { Choice } from '../../ui/forms/search-select.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { type ChoiceFieldProps, FoundField } from '../platform/forms/found-field.tsx'
import type { Asked, InboundMail } from './incoming-model.ts'

const words = {
  add: {
    title: 'Add to ticket',
    description:
      'The email appears in the conversation as a reply from its sender, and we notify everyone on the ticket. An email from our team becomes an internal note.',
    verb: 'Add to ticket',
  },
  open: {
    title: 'Create ticket',
    description: 'The user you choose becomes the requester.',
    verb: 'Create ticket',
  },
  dismiss: {
    title: 'Dismiss this email?',
    description: 'The sender isn’t notified. The email stays under All for six months.',
    verb: 'Dismiss email',
  },
}

/** Finds a partner's user by name or email address. */
const Requester = (props: ChoiceFieldProps) => (
  <FoundField
    {...props}
    label="Requester"
    required
    placeholder="Find a user by name or email"
    none={['No active users match.', 'There are no active users yet.']}
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

/** Asks for what a decision about an incoming mail needs, and carries it out. */
export function IncomingDialog({ asked: { mail, kind }, onClose, onDone }: IncomingDialogProps) {
  const [number, setNumber] = useState(mail.ticket ? `T-${mail.ticket.number}` : '')
  // Mail that staff forwarded is on behalf of someone else, so do not preselect its sender.
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
      return requester ? client.tickets.inboundOpen({ id: mail.id, requesterId: requester.id }) : 'Choose a requester.'
    const digits = /^\s*(?:T-)?(\d{1,15})\s*$/i.exec(number)?.[1]
    return digits
      ? client.tickets.inboundToTicket({ id: mail.id, number: Number(digits) })
      : 'Enter a ticket number, such as T-1001.'
  }
  async function submit() {
    setPending(true)
    try {
      const done = await perform()
      if (typeof done === 'string') return setError(done)
      const at = done.ticket && `T-${done.ticket.number}`
      showToast({
        title: kind === 'dismiss' ? 'Email dismissed' : kind === 'add' ? `Email added to ${at}` : `${at} created`,
      })
      await onDone()
    } catch (e) {
      const failure = parseFailure(e)
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
