// What a ticket was before a bulk change, as far as the change touches it.
import type { z } from 'zod'
import type { BulkChange } from '../../contract/tickets.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { Locked } from './queries.ts'
import { watches } from './watch.ts'

/** Of one ticket; only what the change touches is there. */
export type Before = {
  id: string
  assigneeId?: string | null
  status?: string
  resolvedAt?: string | null
  closedAt?: string | null
  category?: string
  /** With its reason; both null where impact and urgency decided. */
  priority?: string | null
  priorityReason?: string | null
  tags?: string[]
  watch?: boolean
}

/** The ticket's part that the change is about to touch. */
export async function beforeOf(db: Db, actor: Actor, t: Locked, change: z.infer<typeof BulkChange>): Promise<Before> {
  const { id } = t
  if (change.assigneeId !== undefined) return { id, assigneeId: t.assignee_id }
  if (change.status !== undefined) return { id, status: t.status, resolvedAt: t.resolved_at, closedAt: t.closed_at }
  if (change.category !== undefined) return { id, category: t.category }
  if (change.priority !== undefined)
    return { id, priority: t.priority_reason === null ? null : t.priority, priorityReason: t.priority_reason }
  if (change.watch !== undefined) return { id, watch: await watches(db, actor, t) }
  return { id, tags: t.tags }
}
