// The state of a ticket before a bulk change, as far as the change affects it.
import type { z } from 'zod'
import type { BulkChange } from '../../../contract/tickets/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { isWatching } from '../conversation/watch.ts'
import { openOf } from '../estimates/estimates.ts'
import type { Locked } from '../queries.ts'
import { type StoredTargets, slaStored } from '../sla/sla.ts'

/** The earlier values of one ticket. Only the fields that the change affects are set. */
export type Before = {
  id: string
  assigneeId?: string | null
  status?: string
  resolvedAt?: string | null
  closedAt?: string | null
  closedUnanswered?: boolean
  /** The columns of its targets, which the change recalculates. */
  targets?: StoredTargets
  /** The open estimate, which ends when the ticket is resolved or closed. */
  estimateId?: string
  category?: string
  /** Set together with its reason. Both are null where impact and urgency decided. */
  priority?: string | null
  priorityReason?: string | null
  tags?: string[]
  watch?: boolean
}

/** Returns the values that the change is about to replace. */
export async function readReplacedValues(
  db: Db,
  actor: Actor,
  t: Locked,
  change: z.infer<typeof BulkChange>,
): Promise<Before> {
  const { id } = t
  if (change.assigneeId !== undefined) return { id, assigneeId: t.assignee_id }
  if (change.status !== undefined) {
    const finished = change.status === 'resolved' || change.status === 'closed'
    const estimate = finished ? await openOf(db, t) : undefined
    return {
      id,
      ...(estimate ? { estimateId: estimate.id } : {}),
      status: t.status,
      resolvedAt: t.resolved_at,
      closedAt: t.closed_at,
      closedUnanswered: t.closed_unanswered,
      targets: slaStored(t),
    }
  }
  if (change.category !== undefined) return { id, category: t.category }
  if (change.priority !== undefined)
    return { id, priority: t.priority_reason === null ? null : t.priority, priorityReason: t.priority_reason }
  if (change.watch !== undefined) return { id, watch: await isWatching(db, actor, t) }
  return { id, tags: t.tags }
}
