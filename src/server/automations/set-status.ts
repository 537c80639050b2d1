import { sql } from 'kysely'
import type { z } from 'zod'
import type { InstallationStatus } from '../../contract/automations/index.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readAutomation } from './read.ts'
import { movesFrom, statusNeedsReason } from './staff-policy.ts'
import { lockAutomationForStaff, recordAutomationAct, updateAutomationRow } from './staff-write.ts'

type Status = z.infer<typeof InstallationStatus>

const now = sql<string>`now()`
const first = (column: 'provisioning_at' | 'live_at') => sql<string>`coalesce(${sql.ref(column)}, now())`

/** Other columns that change with each status. The first times of setup and going live are kept. */
const ALSO = {
  requested: {},
  provisioning: { provisioning_at: first('provisioning_at') },
  live: { live_at: first('live_at'), paused_at: null, pause_reason: null },
  failing: {},
  paused: { paused_at: now },
  retired: { retired_at: now },
} as const

/**
 * Sets the status of an automation. Closes the partner's open request and any open alert, because no runs are expected
 * of a paused or retired automation. Throws NOT_FOUND, CONFLICT when it was changed in the meantime, WRONG_STATUS for a
 * transition that is not allowed, and UNPROCESSABLE without a reason where the status needs one.
 */
export const setAutomationStatus = action(
  contract.automations.setStatus,
  (context, { id, version, status, reason }) => {
    const { platform, actor } = context
    return platform.db.asActor(actor, async (db) => {
      const row = await lockAutomationForStaff(db, context, id, version)
      if (!movesFrom(row.status as Status).includes(status)) throw refuse('WRONG_STATUS')
      if (statusNeedsReason(status) && !reason)
        throw refuse('UNPROCESSABLE', { fields: { reason: ['Enter a reason. The partner sees it.'] } })
      await updateAutomationRow(db, row)
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
      await recordAutomationAct(db, context, row, {
        kind: 'status',
        before: { status: row.status },
        after: { status },
        reason,
        data: { from: row.status, to: status, reason, asked: row.asked },
      })
      return readAutomation(db, actor, id)
    })
  },
)
