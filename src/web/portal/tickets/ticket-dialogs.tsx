import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client, failureOf } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { ticketName } from './labels.ts'
import { relationLabels } from './link-labels.ts'
import type { Ticket, TicketRow } from './model.ts'
import type { TicketAct } from './ticket-menu.tsx'
import { TicketPicker } from './ticket-picker.tsx'
import { keepTicket, messagesOptions, refreshLists, refreshTicket, reloadMessages } from './ticket-queries.ts'

interface DialogProps {
  ticket: Ticket
  onClose: () => void
}

/** Merge, split or link. */
export function TicketDialog({ act, ...props }: DialogProps & { act: TicketAct }) {
  return act === 'merge' ? (
    <MergeDialog {...props} />
  ) : act === 'split' ? (
    <SplitDialog {...props} />
  ) : (
    <LinkDialog {...props} />
  )
}

const wrong = 'Something went wrong. Try again.'
/** What went wrong, in the words beside a field if it has any. */
function wordsOf(e: unknown): string {
  const failure = failureOf(e)
  return Object.values(failure?.data?.fields ?? {})[0]?.[0] ?? failure?.message ?? wrong
}

function MergeDialog({ ticket, onClose }: DialogProps) {
  const [into, setInto] = useState<TicketRow>()
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()
  // What came in while the dialog stood open is not what was decided on.
  const [version] = useState(ticket.version)

  async function merge() {
    if (!into) return setError('Choose the ticket that goes on.')
    setPending(true)
    try {
      const kept = await client.tickets.merge({ id: ticket.id, intoId: into.id, version })
      keepTicket(kept)
      reloadMessages(kept.id)
      reloadMessages(ticket.id)
      void refreshTicket(ticket.id)
      refreshLists()
      toast({ title: `${ticketName(ticket.number)} is part of ${ticketName(kept.number)} now`, tone: 'good' })
      onClose()
      await navigate(`/admin/tickets/${kept.id}`)
    } catch (e) {
      if (failureOf(e)?.code === 'CONFLICT') {
        void refreshTicket(ticket.id)
        setError('Somebody changed this ticket meanwhile. Close this, look at it again and decide.')
      } else setError(wordsOf(e))
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      phone="full"
      title={`Merge ${ticketName(ticket.number)} into another ticket`}
      description={`Choose the ticket of ${ticket.company.name} that goes on.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={pending} onClick={() => void merge()}>
            {into ? `Merge into ${ticketName(into.number)}` : 'Merge'}
          </Button>
        </>
      }
    >
      <TicketPicker
        except={ticket.id}
        company={ticket.company.id}
        unfit={(t) => t.status === 'closed'}
        value={into}
        onChange={(t) => {
          setInto(t)
          setError(undefined)
        }}
        error={error}
      />
      {into && (
        <div className="mt-4">
          <Banner tone="warn" title="This cannot be undone">
            {ticketName(ticket.number)} “{ticket.subject}” is closed and points to {ticketName(into.number)} “
            {into.subject}”, which gets its messages, files, watchers and booked time. {ticket.requester.name} watches
            it from then on.
          </Banner>
        </div>
      )}
    </Dialog>
  )
}

const LETTERS = 160
/** The beginning of a text, in one line without its marks. */
const beginning = (text: string) =>
  text
    .replace(/[*_`#>[\]|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LETTERS)

function SplitDialog({ ticket, onClose }: DialogProps) {
  const talk = useInfiniteQuery(messagesOptions(ticket.id))
  const messages = (talk.data?.pages ?? []).flatMap((page) => page.items).filter((m) => m.kind !== 'event')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [subject, setSubject] = useState('')
  const [errors, setErrors] = useState<{
    subject?: string | undefined
    messageIds?: string | undefined
    all?: string | undefined
  }>({})
  const [pending, setPending] = useState(false)
  const [keys] = useState(() => onceKeys())
  const navigate = useNavigate()

  async function split() {
    const missing = {
      messageIds: chosen.length === 0 ? 'Choose the messages that become a ticket of their own.' : undefined,
      subject: subject.trim() === '' ? 'Say in one line what it is about.' : undefined,
    }
    setErrors(missing)
    if (missing.messageIds || missing.subject) return
    setPending(true)
    try {
      const input = { id: ticket.id, messageIds: [...chosen], subject: subject.trim() }
      const made = await client.tickets.split(input, { context: { idempotencyKey: keys.keyFor(input) } })
      keepTicket(made)
      reloadMessages(ticket.id)
      void refreshTicket(ticket.id)
      refreshLists()
      toast({
        title: `${ticketName(made.number)} has ${chosen.length === 1 ? 'the message' : `${chosen.length} messages`} now`,
        tone: 'good',
      })
      onClose()
      await navigate(`/admin/tickets/${made.id}`)
    } catch (e) {
      const fields = failureOf(e)?.data?.fields
      setErrors({
        subject: fields?.subject?.[0],
        messageIds: fields?.messageIds?.[0],
        all: fields ? undefined : wordsOf(e),
      })
    } finally {
      setPending(false)
    }
  }
  return (
    <ActFrame
      size="md"
      phone="full"
      title={`Split messages off ${ticketName(ticket.number)}`}
      description="They move into a new ticket, with their files and the time booked with them."
      confirm="Split off"
      pending={pending}
      problem={errors.all}
      onSubmit={() => void split()}
      onClose={onClose}
    >
      <Field label="Subject of the new ticket" required error={errors.subject}>
        <TextInput
          value={subject}
          maxLength={200}
          autoComplete="off"
          onChange={(e) => setSubject(e.currentTarget.value)}
        />
      </Field>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium">Messages</legend>
        {errors.messageIds && (
          <p role="alert" className="mb-2 text-bad">
            {errors.messageIds}
          </p>
        )}
        {messages.length === 0 ? (
          <p className="text-muted">Nothing was said after the description yet.</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
            {messages.map((m) => (
              <li key={m.id} className="px-3 py-2.5">
                <Checkbox
                  checked={chosen.includes(m.id)}
                  onChange={(event) =>
                    setChosen(event.currentTarget.checked ? [...chosen, m.id] : chosen.filter((c) => c !== m.id))
                  }
                  label={
                    <span className="block min-w-0">
                      <span className="flex flex-wrap gap-x-2 text-muted text-xs">
                        <span className="font-medium text-text">{m.author.name}</span>
                        {m.kind === 'note' && <span className="text-warn">Internal note</span>}
                        <RelativeTime iso={m.createdAt} />
                      </span>
                      <span className="line-clamp-2 [overflow-wrap:anywhere]">{beginning(m.body)}</span>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {talk.hasNextPage && (
          <Button
            className="mt-2"
            size="sm"
            pending={talk.isFetchingNextPage}
            onClick={() => void talk.fetchNextPage()}
          >
            Show newer messages
          </Button>
        )}
      </fieldset>
    </ActFrame>
  )
}

const KINDS = ['related', 'duplicate_of', 'caused_by'] as const

function LinkDialog({ ticket, onClose }: DialogProps) {
  const [other, setOther] = useState<TicketRow>()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('related')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  async function link() {
    if (!other) return setError('Choose the other ticket.')
    setPending(true)
    try {
      keepTicket(await client.tickets.link({ id: ticket.id, otherId: other.id, kind }))
      reloadMessages(ticket.id)
      toast({ title: `Linked with ${ticketName(other.number)}`, tone: 'good' })
      onClose()
    } catch (e) {
      setError(wordsOf(e))
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      phone="full"
      title={`Link ${ticketName(ticket.number)} with a ticket`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={pending} onClick={() => void link()}>
            Link
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <Field label={`${ticketName(ticket.number)} is`}>
          <Select value={kind} onChange={(event) => setKind(event.currentTarget.value as typeof kind)}>
            {KINDS.map((k) => (
              <option key={k} value={k}>
                {relationLabels[k]}
              </option>
            ))}
          </Select>
        </Field>
        <TicketPicker
          except={ticket.id}
          value={other}
          onChange={(t) => {
            setOther(t)
            setError(undefined)
          }}
          error={error}
        />
        {other && other.company.id !== ticket.company.id && (
          <p className="text-muted text-xs">
            {other.company.name} and {ticket.company.name} do not see a link between their tickets; only staff do.
          </p>
        )}
      </div>
    </Dialog>
  )
}
