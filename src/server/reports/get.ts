import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { reportOf } from './report-of.ts'
import { refreshSoon } from './scope.ts'

/**
 * Returns the current figures of a period. `complete` says whether they include every changed day. Throws NOT_FOUND for
 * a company or client that is not the actor's, and BAD_REQUEST for a period that is not valid.
 */
export const getReport = action(contract.reports.get, async ({ platform, actor }, filter) => {
  const complete = await refreshSoon(
    platform.db,
    actor,
    actor.kind === 'tenant' ? actor.companyId : (filter.company ?? null),
  )
  return { ...(await platform.db.snapshotAs(actor, (db) => reportOf(db, actor, filter))), complete }
})
