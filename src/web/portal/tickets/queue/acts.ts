// Changes one ticket or many, for the shortcuts and the bulk bar of the ticket queue. A change is shown immediately,
// reverted if the server rejects it, and can be undone with the toast or with z.
import type { z } from 'zod'
import type { BulkChange, BulkOutcome } from '../../../../contract/tickets/index.ts'
import { retireToasts, showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { showUntilAnswered } from '../../platform/data/newest.ts'
import { queries } from '../../platform/data/queries.ts'
import { continueFrom, getVersionInTurn, sendInTurn } from '../../platform/data/send-in-turn.ts'
import { formatTicketNumber, getStatusLook, ticketCategoryLabels } from '../facts/labels.ts'
import type { TicketRow } from '../model.ts'
import {
  getShownTicket,
  refreshMessages,
  refreshTicket,
  refreshTicketLists,
  showTicketChange,
  ticketOptions,
} from '../ticket-queries.ts'

type Change = z.input<typeof BulkChange>
type Outcome = z.infer<typeof BulkOutcome>
type Person = NonNullable<TicketRow['assignee']>

/** One change; `person` is the new assignee. */
export type Act = { change: Change; person?: Person | null }
/** A ticket of which someone else changed the same field: as it was on the user's screen, and as it is now. */
export type Clash = { base: TicketRow; theirs: TicketRow }
/** The result of a change. */
type Done = { changed: TicketRow[]; clashes: Clash[] }

/** How long the toast says what could not be undone. */
const NOT_UNDONE_MS = 12_000
/** How long `z` undoes unless another change is made. The server allows an hour. */
const UNDO_KEPT_MS = 55 * 60_000
let last: { token: string; before: TicketRow[]; at: number } | undefined

/**
 * Applies a change to all rows. Never rejects: errors are shown in toasts, which offer `retry`. The caller must ask the
 * user about clashes.
 */
export async function actOnTickets(rendered: readonly TicketRow[], what: Act, retry?: () => void): Promise<Done> {
  const rows = rendered.map(getShownTicket)
  if (rows.length === 0) {
    showToast({ title: 'Select a ticket first', description: 'Press J or K to move through the list and X to select.' })
    return { changed: [], clashes: [] }
  }
  for (const row of rows) show(patched(row, what))
  try {
    const idempotencyKey = crypto.randomUUID()
    const versionOf = (base: TicketRow) =>
      getVersionInTurn('ticket', base, (theirs) => isSameField({ base, theirs }, what))
    const request = sendInTurn(
      rows.map(({ id }) => `ticket ${id}`),
      Object.keys(what.change).join(),
      async (context, leaving) => {
        const tickets = rows.map((row) => ({ id: row.id, version: leaving ? undefined : versionOf(row) }))
        const done = await client.tickets.bulk(
          { tickets, change: what.change },
          { context: { ...context, idempotencyKey: leaving ? crypto.randomUUID() : idempotencyKey } },
        )
        for (const { ticket } of done.items) if (ticket) continueFrom('ticket', ticket)
        return done
      },
    )
    const { undo, items } = await rows.reduce(
      (answer, row) => showUntilAnswered(row.id, listPatch(row, what), answer),
      request,
    )
    settle(rows, items)
    const base = new Map(rows.map((r) => [r.id, r]))
    const conflicts = items.flatMap(({ id, outcome, ticket }) => {
      const mine = base.get(id)
      return outcome === 'conflict' && mine && ticket ? [{ base: mine, theirs: ticket }] : []
    })
    // Only other fields were changed: apply this change on top of theirs.
    const apart = conflicts.filter((c) => isSameField(c, what))
    const clashes = conflicts.filter((c) => !apart.includes(c))
    const changed = items.flatMap((i) => (i.outcome === 'changed' && i.ticket ? [i.ticket] : []))
    if (undo) keepUndo(undo, rows)
    showOutcome(what, changed, items, undo)
    if (apart.length === 0) return { changed, clashes }
    const again = await actOnTickets(
      apart.map((c) => c.theirs),
      what,
      retry,
    )
    return { changed: [...changed, ...again.changed], clashes: [...clashes, ...again.clashes] }
  } catch (e) {
    for (const row of rows) show(row)
    showToast({
      title: rows.length === 1 ? `${names(rows)} was not changed` : `${rows.length} tickets were not changed`,
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
      action: retry && canRetry(e) ? { label: 'Try again', onClick: retry } : undefined,
    })
    return { changed: [], clashes: [] }
  }
}

/** Returns whether the server may accept the same request later: it could not be reached or failed. */
const canRetry = (e: unknown) => (parseFailure(e)?.status ?? 500) >= 500

/** Undoes the last change, if there is one. */
export async function undoLast(): Promise<void> {
  if (last && Date.now() - last.at < UNDO_KEPT_MS) await undoChange(last.token)
  else showToast({ title: 'Nothing to undo' })
}

async function undoChange(token: string): Promise<void> {
  const kept = last
  if (kept?.token === token) last = undefined
  retireToasts(`act ${token}`)
  try {
    const { items } = await client.tickets.undoBulk({ undo: token })
    settle([], items)
    const back = items.filter((i) => i.outcome === 'changed')
    const not = items.filter((i) => i.outcome !== 'changed')
    showToast({
      title:
        not.length === 0
          ? `Undone: ${counted(items)}`
          : back.length === 0
            ? 'Nothing could be undone'
            : `Undone: ${counted(back)}; not undone: ${not.length}`,
      description: reasons(not),
      tone: back.length > 0 ? 'good' : 'destructive',
      ...(not.length > 0 ? { stay: NOT_UNDONE_MS } : {}),
    })
  } catch (e) {
    const isKept = canRetry(e)
    if (isKept && kept?.token === token) last ??= kept
    showToast({
      title: 'The change was not undone',
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
      action: isKept ? { label: 'Try again', onClick: () => void undoChange(token) } : undefined,
    })
  }
}

function keepUndo(token: string, before: readonly TicketRow[]) {
  last = { token, before: [...before], at: Date.now() }
}

function showOutcome(what: Act, changed: TicketRow[], items: Outcome[], undo: string | null) {
  const skipped = items.filter((i) => i.outcome === 'skipped')
  const description = reasons(skipped)
  if (changed.length > 0 && undo)
    showToast({
      title: `${counted(changed)} ${words(what)}`,
      description: description && `Skipped: ${description}`,
      tone: 'good',
      action: { label: 'Undo', onClick: () => void undoChange(undo) },
      about: [`act ${undo}`, ...changed.map(({ id }) => `ticket ${id}`)],
    })
  else if (skipped.length > 0)
    showToast({
      title: skipped.length === 1 ? 'Nothing changed' : `None of the ${skipped.length} tickets changed`,
      description,
    })
}

const names = (rows: readonly TicketRow[]) => rows.map((r) => formatTicketNumber(r.number)).join(', ')
const counted = (of: readonly (TicketRow | Outcome)[]) => {
  const [first] = of
  const only = first && ('outcome' in first ? first.ticket : first)
  return of.length === 1 && only ? formatTicketNumber(only.number) : `${of.length} tickets`
}
const MOST_NAMED = 3
/** Names the first few tickets, each with its reason. */
function reasons(items: readonly Outcome[]): string | undefined {
  if (items.length === 0) return undefined
  const lines = items
    .slice(0, MOST_NAMED)
    .map((i) => `${i.ticket ? `${formatTicketNumber(i.ticket.number)}: ` : ''}${(i.reason ?? '').replace(/\.$/, '')}`)
  const more = items.length - lines.length
  return `${lines.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

/** Describes the change as text that follows the ticket's name. */
function words({ change, person }: Act): string {
  if (change.assigneeId !== undefined) return person ? `assigned to ${person.name}` : 'unassigned'
  if (change.status) return `set to “${getStatusLook(change.status, 'staff').label}”`
  if (change.category) return `moved to “${ticketCategoryLabels[change.category]}”`
  if (change.priority !== undefined)
    return change.priority ? `set to ${change.priority}` : 'set to the priority based on impact and urgency'
  if (change.watch !== undefined) return change.watch ? 'now watched' : 'no longer watched'
  if (change.addTags) return `tagged ${change.addTags.join(', ')}`
  return `untagged ${(change.removeTags ?? []).join(', ')}`
}

const patched = (row: TicketRow, what: Act): TicketRow => ({ ...row, ...listPatch(row, what) })

/** Returns the fields that a change sets, as they are shown until the response arrives. */
function listPatch(row: TicketRow, { change, person }: Act): Partial<TicketRow> {
  const { status, category, priority, addTags, removeTags } = change
  return {
    ...(status ? { status } : {}),
    ...(category ? { category } : {}),
    ...(priority ? { priority } : {}),
    ...(change.assigneeId === undefined ? {} : { assignee: person ?? null }),
    ...(addTags || removeTags
      ? { tags: [...new Set([...row.tags, ...(addTags ?? [])])].filter((t) => !removeTags?.includes(t)) }
      : {}),
  }
}

/** Returns whether the field that this change sets has the same value in both versions. */
function isSameField({ base, theirs }: Clash, { change }: Act): boolean {
  if (change.assigneeId !== undefined) return base.assignee?.id === theirs.assignee?.id
  if (change.status) return base.status === theirs.status
  if (change.category) return base.category === theirs.category
  if (change.priority !== undefined) return base.priority === theirs.priority
  // Adding and removing can be combined with any other change.
  return true
}

const show = (row: TicketRow) => showTicketChange(row.id, row)

/** Shows the server's result and refetches what depends on it. */
function settle(rows: readonly TicketRow[], items: readonly Outcome[]) {
  for (const row of rows) if (!items.some((i) => i.id === row.id && i.ticket)) show(row)
  for (const { ticket } of items) if (ticket) show(ticket)
  for (const { id } of items) {
    if (!queries.getQueryData(ticketOptions(id).queryKey)) continue
    void refreshTicket(id)
    void refreshMessages(id).catch(() => {})
  }
  refreshTicketLists()
}
