import { systemOf } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockTargetRow } from '../queries.ts'
import { endOpen, isUndecided } from './estimates.ts'
import { moveEstimate } from './move-estimate.ts'

/** The job that marks an estimate as expired, and its data. */
export const EXPIRE_ESTIMATE = 'tickets.expire-estimate'
export type ExpireData = { companyId: string; ticketId: string; estimateId: string }

/**
 * Expires an estimate whose time is over. An estimate that was decided, withdrawn or superseded in the meantime is left
 * alone.
 */
export async function expireEstimate(platform: Platform, { companyId, ticketId, estimateId }: ExpireData) {
  const actor = systemOf(companyId)
  await platform.db.asActor(actor, async (db) => {
    // A merge moves the estimate to the ticket that it merged into.
    const ticket = await lockTargetRow(db, ticketId)
    if (!ticket) return
    const estimate = await db
      .selectFrom('estimates')
      .select(['id', 'minutes', 'status', 'expires_at as expiresAt'])
      .where('company_id', '=', companyId)
      .where('id', '=', estimateId)
      .executeTakeFirst()
    if (estimate?.status !== 'proposed' || isUndecided(estimate, Date.now())) return
    await endOpen(db, ticket, 'expired')
    await moveEstimate(db, { platform, actor }, ticket, estimate, 'expired')
  })
}
