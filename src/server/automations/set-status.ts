import { sql } from 'kysely'
import type { z } from 'zod'
import type { Installation, InstallationStatus } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { read } from './read.ts'
import { movesFrom, needsReason } from './staff-policy.ts'
import { changeRow, keepAct, take } from './staff-write.ts'

type Status = z.infer<typeof InstallationStatus>

const now = sql<string>`now()`
const first = (column: 'provisioning_at' | 'live_at') => sql<string>`coalesce(${sql.ref(column)}, now())`

/** What goes with each status beside itself. A day that was noted first stays. */
const ALSO = {
  requested: {},
  provisioning: { provisioning_at: first('provisioning_at') },
  live: { live_at: first('live_at'), paused_at: null, pause_reason: null },
  failing: {},
  paused: { paused_at: now },
  retired: { retired_at: now },
} as const

/**
 * Says how an automation stands. What the partner asked for is answered by it, and an alert that was open is over: nobody
 * waits for runs of what is paused or gone. CONFLICT when somebody was faster, WRONG_STATUS for a way that there is not,
 * UNPROCESSABLE without a reason where the partner is owed one.
 */
export function setStatus(
  context: Actored,
  { id, version, status, reason }: { id: string; version: number; status: Status; reason: string | null },
): Promise<z.infer<typeof Installation>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await take(db, context, id, version)
    if (!movesFrom(row.status as Status).includes(status)) throw refuse('WRONG_STATUS')
    if (needsReason(status) && !reason)
      throw refuse('UNPROCESSABLE', { fields: { reason: ['Say why. The partner reads it.'] } })
    await changeRow(db, row)
      .set({
        status,
        ...ALSO[status],
        ...(status === 'paused' ? { pause_reason: reason } : {}),
        asked: null,
        asked_reason: null,
        asked_by: null,
        asked_at: null,
      })
      .execute()
    await db
      .updateTable('alert_episodes')
      .set({ ended_at: sql<string>`greatest(now(), started_at)` })
      .where('company_id', '=', row.company_id)
      .where('installation_id', '=', row.id)
      .where('ended_at', 'is', null)
      .execute()
    await keepAct(db, context, row, {
      kind: 'status',
      before: { status: row.status },
      after: { status },
      reason,
      data: { from: row.status, to: status, reason, asked: row.asked },
    })
    return read(db, actor, id)
  })
}
