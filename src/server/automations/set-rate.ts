import { sql } from 'kysely'
import type { z } from 'zod'
import type { AutomationSummary, SetRate } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { summarize } from './summary.ts'

/** Sets what an hour of the company's own people costs it; null goes back to what we assume. CONFLICT, with the figures as they are now. */
export function setRate(
  context: Actored,
  { rateCents, version }: z.infer<typeof SetRate>,
): Promise<z.infer<typeof AutomationSummary>> {
  const { platform, actor } = context
  const { companyId } = actor
  return platform.db.asActor(actor, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select(['loaded_rate_cents', 'version'])
      .where('id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!company) throw refuse('NOT_FOUND')
    if (version !== undefined && version !== company.version)
      throw refuse('CONFLICT', { current: await summarize(db, actor, companyId) })
    if (company.loaded_rate_cents !== rateCents) {
      await db
        .updateTable('companies')
        .set({ loaded_rate_cents: rateCents, version: company.version + 1, updated_at: sql<string>`now()` })
        .where('id', '=', companyId)
        .execute()
      await record(db, context, {
        companyId,
        action: 'company.rate',
        subjectType: 'company',
        subjectId: companyId,
        before: { loadedRateCents: company.loaded_rate_cents },
        after: { loadedRateCents: rateCents },
      })
      await publish(db, actor, { companyId, topic: 'company', kind: 'edited', subjectId: companyId })
    }
    return summarize(db, actor, companyId)
  })
}
