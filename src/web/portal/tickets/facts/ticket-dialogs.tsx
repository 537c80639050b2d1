import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Select, TextInput } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { ActFrame } from '../../platform/forms/act-frame.tsx'
import type { Ticket, TicketRow } from '../model.ts'
import type { TicketAct } from '../ticket-menu.tsx'
import { keepTicket, messagesOptions, refreshTicket, refreshTicketLists, reloadMessages } from '../ticket-queries.ts'
import { formatTicketNumber } from './labels.ts'
import { relationLabels } from './link-labels.ts'
import { TicketPicker } from './ticket-picker.tsx'

interface DialogProps {
  ticket: Ticket
  onClose: () => void
}

/** The dialog that merges, splits or links tickets. */
export function TicketDialog({ act, ...props }: DialogProps & { act: TicketAct }) {
  return act === 'merge' ? (
    <MergeDialog {...props} />
  ) : act === 'split' ? (
    <SplitDialog {...props} />
  ) : (
    <LinkDialog {...props} />
  )
}

const fallback = 'Nothing was changed. Try again.'
/** Returns the error text, preferably that of a field. */
function wordsOf(e: unknown): string {
  const failure = parseFailure(e)
  return Object.values(failure?.data?.fields ?? {})[0]?.[0] ?? failure?.message ?? fallback
}

function MergeDialog({ ticket, onClose }: DialogProps) {
  const [into, setInto] = useState<TicketRow>()
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()
  // Use the version from when the dialog opened: the user has not seen later changes.
  const [version] = useState(ticket.version)

  async function merge() {
    if (!into) return setError('Choose the ticket to merge into.')
    setPending(true)
    try {
      const kept = await client.tickets.merge({ id: ticket.id, intoId: into.id, version })
      keepTicket(kept)
      reloadMessages(kept.id)
      reloadMessages(ticket.id)
      void refreshTicket(ticket.id)
      refreshTicketLists()
      showToast({
        title: `${formatTicketNumber(ticket.number)} merged into ${formatTicketNumber(kept.number)}`,
        tone: 'good',
      })
      onClose()
      await navigate(`/admin/tickets/${kept.id}`)
    } catch (e) {
      if (parseFailure(e)?.code === 'CONFLICT') {
        void refreshTicket(ticket.id)
        setError('Someone else changed this ticket. Close this dialog, review the changes, and try again.')
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
      title={`Merge ${formatTicketNumber(ticket.number)} into another ticket`}
      description={`Choose the ${ticket.company.name} ticket to keep.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={pending} onClick={() => void merge()}>
            {into ? `Merge into ${formatTicketNumber(into.number)}` : 'Merge ticket'}
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
          <Banner tone="warn" title="You can’t undo this">
            {formatTicketNumber(ticket.number)} “{ticket.subject}” will be closed and linked to{' '}
            {formatTicketNumber(into.number)} “{into.subject}”. Its messages, files, watchers and logged time move
            there, and {ticket.requester.name} becomes a watcher.
          </Banner>
        </div>
      )}
    </Dialog>
  )
}

const LETTERS = 160
/** Returns the beginning of a text, on one line and without Markdown. */
const beginning = (text: string) =>
  text
    .replace(/[*_`#>[\]|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LETTERS)

function SplitDialog({ ticket, onClose }: DialogProps) {
  const query = useInfiniteQuery(messagesOptions(ticket.id))
  const messages = (query.data?.pages ?? []).flatMap((page) => page.items).filter((m) => m.kind !== 'event')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [subject, setSubject] = useState('')
  const [errors, setErrors] = useState<{
    subject?: string | undefined
    messageIds?: string | undefined
    all?: string | undefined
  }>({})
  const [pending, setPending] = useState(false)
  const [keys] = useState(() => createOnceKeys())
  const navigate = useNavigate()

  async function split() {
    const missing = {
      messageIds: chosen.length === 0 ? 'Choose the messages to move to the new ticket.' : undefined,
      subject: subject.trim() === '' ? 'Enter a subject.' : undefined,
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
      refreshTicketLists()
      const moved = chosen.length === 1 ? '1 message' : `${chosen.length} messages`
      showToast({ title: `${moved} moved to ${formatTicketNumber(made.number)}`, tone: 'good' })
      onClose()
      await navigate(`/admin/tickets/${made.id}`)
    } catch (e) {
      const fields = parseFailure(e)?.data?.fields
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
      title={`Split messages from ${formatTicketNumber(ticket.number)}`}
      description="The messages you choose move to a new ticket, with their files and logged time."
      confirm="Split messages"
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
          <p className="text-muted">There are no messages to split yet.</p>
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
        {query.hasNextPage && (
          <Button
            className="mt-2"
            size="sm"
            pending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
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
    if (!other) return setError('Choose a ticket to link to.')
    setPending(true)
    try {
      keepTicket(await client.tickets.link({ id: ticket.id, otherId: other.id, kind }))
      reloadMessages(ticket.id)
      showToast({ title: `Linked to ${formatTicketNumber(other.number)}`, tone: 'good' })
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
      title={`Link ${formatTicketNumber(ticket.number)} to another ticket`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={pending} onClick={() => void link()}>
            Link ticket
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <Field label={`${formatTicketNumber(ticket.number)} is`}>
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
            Only staff can see this link, because the tickets belong to different companies.
          </p>
        )}
      </div>
    </Dialog>
  )
}
