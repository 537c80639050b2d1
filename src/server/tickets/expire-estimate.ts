import { systemOf } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { endOpen, isUndecided } from './estimates.ts'
import { moveEstimate } from './move-estimate.ts'
import { lock } from './queries.ts'

/** The job that writes down that an estimate's time is over, and what it is told. */
export const EXPIRE_ESTIMATE = 'tickets.expire-estimate'
export type ExpireData = { companyId: string; ticketId: string; estimateId: string }

/** Ends an estimate whose time is over; one that was decided, withdrawn or superseded meanwhile is left alone. */
export async function expireEstimate(platform: Platform, { companyId, ticketId, estimateId }: ExpireData) {
  const actor = systemOf(companyId)
  await platform.db.asActor(actor, async (db) => {
    const ticket = await lock(db, ticketId)
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
