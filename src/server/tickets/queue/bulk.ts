import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { type BulkChange, type BulkOutcome, TICKET_TAGS_MAX } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refusalOf, refuse } from '../../platform/http/api.ts'
import { watchLocked } from '../conversation/watch.ts'
import { editLocked } from '../facts/edit.ts'
import { presentTicketRow } from '../present.ts'
import { type Locked, lockMany, ticketRows } from '../queries.ts'
import { assignLocked } from './assign.ts'
import { type Before, readReplacedValues } from './bulk-before.ts'
import { setStatusLocked } from './set-status.ts'

type Change = z.infer<typeof BulkChange>
type Outcome = z.infer<typeof BulkOutcome>
/** The outcome for one ticket, before the ticket is read again. */
type OutcomeWithoutTicket = Omit<Outcome, 'ticket'>

/**
 * Changes one thing about many tickets in one transaction. Each ticket is checked as in the action for a single ticket:
 * a change that is not allowed is skipped with the reason, a ticket that has changed since is a conflict, and neither
 * stops the others. Throws UNPROCESSABLE when the assignee is not staff of the provider.
 */
export const changeTickets = action(contract.tickets.bulk, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { change } = input
    await refuseStranger(db, change.assigneeId)
    // A ticket that is listed twice is changed once.
    const wanted = new Map(input.tickets.map((t) => [t.id, t.version]))
    const locked = new Map((await lockMany(db, [...wanted.keys()])).map((t) => [t.id, t]))
    const outcomes: OutcomeWithoutTicket[] = []
    const before: Before[] = []
    for (const [id, version] of wanted) {
      const ticket = locked.get(id)
      if (!ticket) outcomes.push({ id, outcome: 'skipped', reason: 'Ticket not found.' })
      else if (version !== undefined && version !== ticket.version)
        outcomes.push({ id, outcome: 'conflict', reason: 'Someone else changed this ticket.' })
      else {
        const replaced = await readReplacedValues(db, actor, ticket, change)
        const one = await outcomeOf(id, () => changeLocked(db, context, ticket, change))
        if (one.outcome === 'changed') before.push(replaced)
        outcomes.push(one)
      }
    }
    const items = await attachTickets(db, outcomes)
    return { undo: await keepUndo(db, actor, before, items), items }
  })
})

/**
 * Applies the change to a locked ticket. Returns false when nothing changes. Throws as the actions for a single ticket
 * do.
 */
async function changeLocked(db: Db, context: ActorContext, ticket: Locked, change: Change): Promise<boolean> {
  const { assigneeId, status, category, priority, priorityReason, addTags, removeTags, watch } = change
  if (assigneeId !== undefined) return assignLocked(db, context, ticket, assigneeId)
  if (status !== undefined) return setStatusLocked(db, context, ticket, status)
  if (category !== undefined) return editLocked(db, context, ticket, { category })
  if (priority !== undefined)
    return editLocked(db, context, ticket, { priority, ...(priority === null ? {} : { priorityReason }) })
  if (watch !== undefined) return watchLocked(db, context, ticket, watch)
  const removed = new Set(removeTags)
  const tags = [...new Set([...ticket.tags, ...(addTags ?? [])])].filter((t) => !removed.has(t))
  if (tags.length > TICKET_TAGS_MAX)
    throw refuse('UNPROCESSABLE', { fields: { tags: [`This ticket would have more than ${TICKET_TAGS_MAX} tags.`] } })
  return editLocked(db, context, ticket, { tags })
}

/**
 * Runs the change of one ticket and returns the outcome, with a refusal as the reason. Actions refuse before they
 * write, so nothing has to be rolled back.
 */
export async function outcomeOf(id: string, run: () => Promise<boolean>): Promise<OutcomeWithoutTicket> {
  try {
    return (await run())
      ? { id, outcome: 'changed', reason: null }
      : { id, outcome: 'skipped', reason: 'No change needed.' }
  } catch (e) {
    const refused = refusalOf(e)
    if (!refused) throw e
    const [first] = Object.values((refused.data?.fields ?? {}) as Record<string, string[]>).flat()
    const reason =
      refused.code === 'TICKET_CLOSED' ? 'Closed. Reopen it first.' : (first ?? 'This ticket can’t be changed.')
    return { id, outcome: 'skipped', reason }
  }
}

/** Returns the outcomes with the tickets as they are now. */
export async function attachTickets(db: Db, outcomes: OutcomeWithoutTicket[]): Promise<Outcome[]> {
  const found = await ticketRows(db)
    .where(
      't.id',
      'in',
      outcomes.map((t) => t.id),
    )
    .execute()
  const now = new Map(found.map((r) => [r.id, presentTicketRow(r)]))
  return outcomes.map((t) => ({ ...t, ticket: now.get(t.id) ?? null }))
}

async function keepUndo(
  db: Db,
  actor: ActorContext['actor'],
  before: Before[],
  items: Outcome[],
): Promise<string | null> {
  if (before.length === 0) return null
  const version = new Map(items.map((i) => [i.id, i.ticket?.version]))
  const id = uuid()
  await db
    .insertInto('ticket_undos')
    .values({
      company_id: actor.companyId,
      id,
      user_id: actor.userId,
      entries: JSON.stringify(before.map((b) => ({ ...b, version: version.get(b.id) }))),
    })
    .execute()
  return id
}

async function refuseStranger(db: Db, assigneeId: string | null | undefined): Promise<void> {
  if (!assigneeId) return
  const person = await db
    .selectFrom('people')
    .select(['is_internal', 'active'])
    .where('id', '=', assigneeId)
    .executeTakeFirst()
  if (!person?.is_internal || !person.active)
    throw refuse('UNPROCESSABLE', {
      fields: { 'change.assigneeId': ['Choose a staff member.'] },
    })
}
