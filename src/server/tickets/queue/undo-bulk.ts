import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { Ticket } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { watchLocked } from '../conversation/watch.ts'
import { reopenEstimate } from '../estimates/estimates.ts'
import { editLocked } from '../facts/edit.ts'
import type { TicketStatus } from '../policy.ts'
import { type Locked, lockMany } from '../queries.ts'
import { slaRestored } from '../sla/sla.ts'
import { assignLocked } from './assign.ts'
import { attachTickets, outcomeOf } from './bulk.ts'
import type { Before } from './bulk-before.ts'
import { setStatusLocked } from './set-status.ts'

type Kept = Before & { version: number }

/**
 * Undoes one of the actor's bulk changes, once, within an hour. A ticket that has changed since stays as it is and is
 * reported. Throws NOT_FOUND for a change that is someone else's or too old, ALREADY_UNDONE when it was undone before.
 */
export const undoBulk = action(contract.tickets.undoBulk, (context, { undo }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const kept = await db
      .selectFrom('ticket_undos')
      .select(['entries', 'undone_at'])
      .where('id', '=', undo)
      .where('user_id', '=', actor.userId)
      .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
      .forUpdate()
      .executeTakeFirst()
    if (!kept) throw refuse('NOT_FOUND')
    if (kept.undone_at) throw refuse('ALREADY_UNDONE')
    await db.updateTable('ticket_undos').set({ undone_at: sql<string>`now()` }).where('id', '=', undo).execute()

    const entries = kept.entries as unknown as Kept[]
    const locked = await lockMany(
      db,
      entries.map((e) => e.id),
    )
    const outcomes = []
    for (const entry of entries) {
      const ticket = locked.find((t) => t.id === entry.id)
      if (!ticket) outcomes.push({ id: entry.id, outcome: 'skipped' as const, reason: 'Ticket not found.' })
      else if (ticket.version !== entry.version)
        outcomes.push({ id: entry.id, outcome: 'conflict' as const, reason: 'This ticket was changed again.' })
      else outcomes.push(await outcomeOf(entry.id, () => restore(db, context, ticket, entry)))
    }
    return { items: await attachTickets(db, outcomes) }
  })
})

/** Restores the earlier values of a locked ticket. */
async function restore(db: Db, context: ActorContext, ticket: Locked, was: Kept): Promise<boolean> {
  if (was.assigneeId !== undefined) return assignLocked(db, context, ticket, was.assigneeId)
  if (was.category !== undefined)
    return editLocked(db, context, ticket, { category: was.category as z.infer<typeof Ticket>['category'] })
  if (was.priority !== undefined)
    return editLocked(db, context, ticket, {
      priority: was.priority as z.infer<typeof Ticket>['priority'],
      ...(was.priorityReason ? { priorityReason: was.priorityReason } : {}),
    })
  if (was.watch !== undefined) return watchLocked(db, context, ticket, was.watch)
  if (was.tags !== undefined) return editLocked(db, context, ticket, { tags: was.tags })
  const changed = await setStatusLocked(db, context, ticket, was.status as TicketStatus, { restoring: true })
  if (changed && was.estimateId) await reopenEstimate(db, ticket, was.estimateId)
  // Restore when and how the ticket was resolved or closed, and its targets: both changes of the status have overwritten
  // them. A mistake gives no more time.
  if (changed)
    await db
      .updateTable('tickets')
      .set({
        resolved_at: was.resolvedAt ?? null,
        closed_at: was.closedAt ?? null,
        closed_unanswered: was.closedUnanswered ?? false,
        ...(was.targets ? slaRestored(was.targets) : {}),
      })
      .where('id', '=', ticket.id)
      .where('company_id', '=', ticket.company_id)
      .execute()
  return changed
}
