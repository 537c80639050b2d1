import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type BulkChange, type BulkOutcome, type BulkTickets, TAGS_MAX } from '../../contract/tickets.ts'
import { type Actored, refusalOf, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { assignTaken } from './assign.ts'
import { type Before, beforeOf } from './bulk-before.ts'
import { editTaken } from './edit.ts'
import { presentRow } from './present.ts'
import { type Locked, lockMany, rows } from './queries.ts'
import { setStatusTaken } from './set-status.ts'
import { watchTaken } from './watch.ts'

type Change = z.infer<typeof BulkChange>
type Outcome = z.infer<typeof BulkOutcome>
/** What became of one ticket, before it is read again. */
type Told = Omit<Outcome, 'ticket'>

/**
 * Changes one thing about many tickets in one transaction. Each passes the checks of the single verb: what may not be
 * changed is skipped with the reason, what somebody changed meanwhile is a conflict, and neither holds up the others.
 * UNPROCESSABLE for an assignee who is not of the provider.
 */
export function bulk(
  context: Actored,
  input: z.infer<typeof BulkTickets>,
): Promise<{ undo: string | null; items: Outcome[] }> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { change } = input
    await refuseStranger(db, change.assigneeId)
    // Named twice is meant once.
    const wanted = new Map(input.tickets.map((t) => [t.id, t.version]))
    const locked = new Map((await lockMany(db, [...wanted.keys()])).map((t) => [t.id, t]))
    const told: Told[] = []
    const before: Before[] = []
    for (const [id, version] of wanted) {
      const ticket = locked.get(id)
      if (!ticket) told.push({ id, outcome: 'skipped', reason: 'Not found.' })
      else if (version !== undefined && version !== ticket.version)
        told.push({ id, outcome: 'conflict', reason: 'Somebody else changed this ticket meanwhile.' })
      else {
        const was = await beforeOf(db, actor, ticket, change)
        const one = await outcomeOf(id, () => changeTaken(db, context, ticket, change))
        if (one.outcome === 'changed') before.push(was)
        told.push(one)
      }
    }
    const items = await withTickets(db, told)
    return { undo: await keepUndo(db, actor, before, items), items }
  })
}

/** Does to a ticket that was taken for it what the change says; false when it is so already. Refuses as the single verbs do. */
async function changeTaken(db: Db, context: Actored, ticket: Locked, change: Change): Promise<boolean> {
  const { assigneeId, status, category, priority, priorityReason, addTags, removeTags, watch } = change
  if (assigneeId !== undefined) return assignTaken(db, context, ticket, assigneeId)
  if (status !== undefined) return setStatusTaken(db, context, ticket, status)
  if (category !== undefined) return editTaken(db, context, ticket, { category })
  if (priority !== undefined)
    return editTaken(db, context, ticket, { priority, ...(priority === null ? {} : { priorityReason }) })
  if (watch !== undefined) return watchTaken(db, context, ticket, watch)
  const gone = new Set(removeTags)
  const tags = [...new Set([...ticket.tags, ...(addTags ?? [])])].filter((t) => !gone.has(t))
  if (tags.length > TAGS_MAX)
    throw refuse('UNPROCESSABLE', { fields: { tags: [`It would have more than ${TAGS_MAX} tags.`] } })
  return editTaken(db, context, ticket, { tags })
}

/** Runs one ticket's change; a refusal becomes words. Verbs refuse before they write, so nothing is left of it. */
export async function outcomeOf(id: string, run: () => Promise<boolean>): Promise<Told> {
  try {
    return (await run())
      ? { id, outcome: 'changed', reason: null }
      : { id, outcome: 'skipped', reason: 'It is so already.' }
  } catch (e) {
    const refused = refusalOf(e)
    if (!refused) throw e
    const [first] = Object.values((refused.data?.fields ?? {}) as Record<string, string[]>).flat()
    const reason =
      refused.code === 'TICKET_CLOSED' ? 'Closed. Reopen it first.' : (first ?? 'This may not be changed now.')
    return { id, outcome: 'skipped', reason }
  }
}

/** The outcomes with the tickets as they are now. */
export async function withTickets(db: Db, told: Told[]): Promise<Outcome[]> {
  const found = await rows(db)
    .where(
      't.id',
      'in',
      told.map((t) => t.id),
    )
    .execute()
  const now = new Map(found.map((r) => [r.id, presentRow(r)]))
  return told.map((t) => ({ ...t, ticket: now.get(t.id) ?? null }))
}

async function keepUndo(db: Db, actor: Actored['actor'], before: Before[], items: Outcome[]): Promise<string | null> {
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
      fields: { 'change.assigneeId': ['Choose somebody of the provider.'] },
    })
}
