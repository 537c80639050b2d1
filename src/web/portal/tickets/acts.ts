// What is done to one ticket or many from the keyboard and the bulk bar: shown at once, taken back where the server
// refuses, undone by the toast or by z.
import type { z } from 'zod'
import type { BulkChange, BulkOutcome } from '../../../contract/tickets.ts'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { categoryLabels, statusLook, ticketName } from './labels.ts'
import type { Ticket, TicketRow } from './model.ts'
import { keepRow, refreshLists, refreshMessages, refreshTicket, ticketOptions } from './ticket-queries.ts'

type Change = z.input<typeof BulkChange>
type Outcome = z.infer<typeof BulkOutcome>
type Person = NonNullable<TicketRow['assignee']>

/** One thing to do; `person` is the assignee by name. */
export type Act = { change: Change; person?: Person | null }
/** A ticket that somebody changed where I wanted to: as it was on my screen, as it is, and what I want. */
export type Clash = { base: TicketRow; theirs: TicketRow }
/** What became of an act. */
type Done = { changed: TicketRow[]; clashes: Clash[] }

/** An undo stands in the toast for so long; `z` takes it until the next act, or an hour later. */
const UNDO_MS = 12_000
const UNDO_KEPT_MS = 55 * 60_000
let last: { token: string; before: TicketRow[]; at: number } | undefined

/** Does it to all of them. Never rejects: what went wrong is said. Clashes are the caller's to ask about. */
export async function act(rows: readonly TicketRow[], what: Act): Promise<Done> {
  if (rows.length === 0) {
    toast({ title: 'Choose a ticket first', description: 'J and K go through the list, X selects.' })
    return { changed: [], clashes: [] }
  }
  for (const row of rows) show(patched(row, what))
  try {
    const idempotencyKey = crypto.randomUUID()
    const { undo, items } = await client.tickets.bulk(
      { tickets: rows.map(({ id, version }) => ({ id, version })), change: what.change },
      { context: { idempotencyKey } },
    )
    settle(rows, items)
    const base = new Map(rows.map((r) => [r.id, r]))
    const conflicts = items.flatMap(({ id, outcome, ticket }) => {
      const mine = base.get(id)
      return outcome === 'conflict' && mine && ticket ? [{ base: mine, theirs: ticket }] : []
    })
    // Something else about it was changed: both stay.
    const apart = conflicts.filter((c) => sameThere(c, what))
    const clashes = conflicts.filter((c) => !apart.includes(c))
    const changed = items.flatMap((i) => (i.outcome === 'changed' && i.ticket ? [i.ticket] : []))
    if (undo) keepUndo(undo, rows)
    tell(what, changed, items, undo)
    if (apart.length === 0) return { changed, clashes }
    const again = await act(
      apart.map((c) => c.theirs),
      what,
    )
    return { changed: [...changed, ...again.changed], clashes: [...clashes, ...again.clashes] }
  } catch (e) {
    for (const row of rows) show(row)
    toast({
      title: rows.length === 1 ? `${names(rows)} was not changed` : `${rows.length} tickets were not changed`,
      description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
      tone: 'destructive',
    })
    return { changed: [], clashes: [] }
  }
}

/** Takes the last act back, if there is one. */
export async function undoLast(): Promise<void> {
  if (last && Date.now() - last.at < UNDO_KEPT_MS) await takeBack(last.token)
  else toast({ title: 'There is nothing to undo' })
}

async function takeBack(token: string): Promise<void> {
  if (last?.token === token) last = undefined
  try {
    const { items } = await client.tickets.undoBulk({ undo: token })
    settle([], items)
    const back = items.filter((i) => i.outcome === 'changed')
    const not = items.filter((i) => i.outcome !== 'changed')
    toast({
      title:
        not.length === 0
          ? `Undone: ${counted(items)}`
          : back.length === 0
            ? 'Nothing could be undone'
            : `Undone: ${counted(back)}, ${not.length} not`,
      description: reasons(not),
      tone: back.length > 0 ? 'good' : 'destructive',
      ...(not.length > 0 ? { stay: UNDO_MS } : {}),
    })
  } catch (e) {
    toast({
      title: 'This was not undone',
      description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
      tone: 'destructive',
      action: failureOf(e) ? undefined : { label: 'Try again', onClick: () => void takeBack(token) },
    })
  }
}

function keepUndo(token: string, before: readonly TicketRow[]) {
  last = { token, before: [...before], at: Date.now() }
}

function tell(what: Act, changed: TicketRow[], items: Outcome[], undo: string | null) {
  const skipped = items.filter((i) => i.outcome === 'skipped')
  const description = reasons(skipped)
  if (changed.length > 0 && undo)
    toast({
      title: `${counted(changed)} ${words(what, changed.length)}`,
      description: description && `Skipped: ${description}`,
      tone: 'good',
      action: { label: 'Undo', onClick: () => void takeBack(undo) },
      stay: UNDO_MS,
    })
  else if (skipped.length > 0)
    toast({ title: skipped.length === 1 ? 'Nothing changed' : `None of ${skipped.length} changed`, description })
}

const names = (rows: readonly TicketRow[]) => rows.map((r) => ticketName(r.number)).join(', ')
const counted = (of: readonly (TicketRow | Outcome)[]) => {
  const [first] = of
  const only = first && ('outcome' in first ? first.ticket : first)
  return of.length === 1 && only ? ticketName(only.number) : `${of.length} tickets`
}
const MOST_NAMED = 3
/** Which and why, a few of them. */
function reasons(items: readonly Outcome[]): string | undefined {
  if (items.length === 0) return undefined
  const said = items
    .slice(0, MOST_NAMED)
    .map((i) => `${i.ticket ? `${ticketName(i.ticket.number)}: ` : ''}${(i.reason ?? '').replace(/\.$/, '')}`)
  const more = items.length - said.length
  return `${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

/** What was done, in words that follow the ticket's name. */
function words({ change, person }: Act, count: number): string {
  if (change.assigneeId !== undefined)
    return person ? `assigned to ${person.name}` : count === 1 ? 'is nobody’s now' : 'are nobody’s now'
  if (change.status) return `set to “${statusLook(change.status, 'staff').label}”`
  if (change.category) return `filed under “${categoryLabels[change.category]}”`
  if (change.priority !== undefined)
    return change.priority ? `set to ${change.priority}` : 'back to the priority of impact and urgency'
  if (change.watch !== undefined) return change.watch ? 'watched' : 'no longer watched'
  if (change.addTags) return `tagged ${change.addTags.join(', ')}`
  return `untagged ${(change.removeTags ?? []).join(', ')}`
}

function patched(row: TicketRow, { change, person }: Act): TicketRow {
  const { status, category, priority, addTags, removeTags } = change
  return {
    ...row,
    ...(status ? { status } : {}),
    ...(category ? { category } : {}),
    ...(priority ? { priority } : {}),
    ...(change.assigneeId === undefined ? {} : { assignee: person ?? null }),
    tags: [...new Set([...row.tags, ...(addTags ?? [])])].filter((t) => !removeTags?.includes(t)),
  }
}

/** Whether they left alone what I want to change. */
function sameThere({ base, theirs }: Clash, { change }: Act): boolean {
  if (change.assigneeId !== undefined) return base.assignee?.id === theirs.assignee?.id
  if (change.status) return base.status === theirs.status
  if (change.category) return base.category === theirs.category
  if (change.priority !== undefined) return base.priority === theirs.priority
  // Adding and taking away goes with whatever else is there.
  return true
}

function show(row: TicketRow) {
  keepRow(row)
  queries.setQueryData(ticketOptions(row.id).queryKey, (kept: Ticket | undefined) => kept && { ...kept, ...row })
}

/** Shows what the server says now, and asks for what follows from it. */
function settle(rows: readonly TicketRow[], items: readonly Outcome[]) {
  for (const row of rows) if (!items.some((i) => i.id === row.id && i.ticket)) show(row)
  for (const { ticket } of items) if (ticket) show(ticket)
  for (const { id } of items) {
    if (!queries.getQueryData(ticketOptions(id).queryKey)) continue
    void refreshTicket(id)
    void refreshMessages(id).catch(() => {})
  }
  refreshLists()
}
