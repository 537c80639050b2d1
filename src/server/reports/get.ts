import type { z } from 'zod'
import type { ReportFilter } from '../../contract/reports.ts'
import type { Actored } from '../platform/api.ts'
import { reportOf, type Whole } from './report-of.ts'
import { refreshSoon } from './scope.ts'

/**
 * Figures of a period, as they are at this moment; `complete` says whether every day that changed is in them. NOT_FOUND for another's company or client, BAD_REQUEST for a
 * period that cannot be.
 */
export async function get(
  { platform, actor }: Actored,
  filter: z.infer<typeof ReportFilter>,
): Promise<Whole & { complete: boolean }> {
  const complete = await refreshSoon(
    platform.db,
    actor,
    actor.kind === 'tenant' ? actor.companyId : (filter.company ?? null),
  )
  return { ...(await platform.db.snapshotAs(actor, (db) => reportOf(db, actor, filter))), complete }
}
