import { sql } from 'kysely'
import type { z } from 'zod'
import type { BulkOutcome } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { assignTaken } from './assign.ts'
import { outcomeOf, withTickets } from './bulk.ts'
import type { Before } from './bulk-before.ts'
import { editTaken } from './edit.ts'
import type { TicketStatus } from './policy.ts'
import { type Locked, lockMany } from './queries.ts'
import { setStatusTaken } from './set-status.ts'
import { watchTaken } from './watch.ts'

type Kept = Before & { version: number }

/**
 * Takes an own bulk change back, within an hour and once. What somebody changed since stays, and the answer says so.
 * NOT_FOUND for another person's or an old one, ALREADY_UNDONE.
 */
export function undoBulk(
  context: Actored,
  { undo }: { undo: string },
): Promise<{ items: z.infer<typeof BulkOutcome>[] }> {
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
    const told = []
    for (const entry of entries) {
      const ticket = locked.find((t) => t.id === entry.id)
      if (!ticket) told.push({ id: entry.id, outcome: 'skipped' as const, reason: 'Not found.' })
      else if (ticket.version !== entry.version)
        told.push({ id: entry.id, outcome: 'conflict' as const, reason: 'Somebody changed it since.' })
      else told.push(await outcomeOf(entry.id, () => restore(db, context, ticket, entry)))
    }
    return { items: await withTickets(db, told) }
  })
}

/** Gives a ticket that was taken for it what it had before. */
async function restore(db: Db, context: Actored, ticket: Locked, was: Kept): Promise<boolean> {
  if (was.assigneeId !== undefined) return assignTaken(db, context, ticket, was.assigneeId)
  if (was.category !== undefined) return editTaken(db, context, ticket, { category: was.category as 'other' })
  if (was.priority !== undefined)
    return editTaken(db, context, ticket, {
      priority: was.priority as 'P1' | null,
      ...(was.priorityReason ? { priorityReason: was.priorityReason } : {}),
    })
  if (was.watch !== undefined) return watchTaken(db, context, ticket, was.watch)
  if (was.tags !== undefined) return editTaken(db, context, ticket, { tags: was.tags })
  const changed = await setStatusTaken(db, context, ticket, was.status as TicketStatus, { restoring: true })
  // It was resolved when it was, not when this was taken back.
  if (changed && (was.resolvedAt || was.closedAt))
    await db
      .updateTable('tickets')
      .set({ resolved_at: was.resolvedAt ?? null, closed_at: was.closedAt ?? null })
      .where('id', '=', ticket.id)
      .where('company_id', '=', ticket.company_id)
      .execute()
  return changed
}
