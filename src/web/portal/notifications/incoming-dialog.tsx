import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { type Choice, SearchSelect } from '../../ui/search-select.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { useDebounced } from '../platform/use-debounced.ts'
import type { Asked, InboundMail } from './incoming-model.ts'

const WAIT_MS = 150

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
function Requester({
  value,
  onChange,
  error,
}: {
  value: Choice | null
  onChange: (c: Choice | null) => void
  error?: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), WAIT_MS)
  const found = useQuery({
    ...api.people.list.queryOptions({
      input: { ...(q ? { q } : {}), status: ['active'], role: ['owner', 'member'], limit: 20 },
      select: (page) => page.items.map((u): Choice => ({ id: u.id, name: `${u.name ?? u.email} · ${u.company.name}` })),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Field label="Requester" required error={error}>
      <SearchSelect
        value={value}
        onChange={onChange}
        clearable={false}
        choices={found.data ?? []}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        placeholder="Find a user by name or email"
        empty={found.isError ? 'The users did not load. Check your connection.' : 'No active user is called so.'}
      />
    </Field>
  )
}

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
  async function submit(event: FormEvent) {
    event.preventDefault()
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
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="incoming" variant="primary" pending={pending}>
            {verb}
          </Button>
        </>
      }
    >
      <form id="incoming" noValidate onSubmit={(event) => void submit(event)}>
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
        {kind === 'dismiss' && error && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  )
}
