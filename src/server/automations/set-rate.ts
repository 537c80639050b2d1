import { contract } from '../../contract/index.ts'
import { setLoadedRate } from '../companies/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { summarizeAutomations } from './summary.ts'

/**
 * Sets the company's own hourly rate in cents. Null restores the default. Throws CONFLICT, with the current figures,
 * when the company was changed in the meantime.
 */
export const setRate = action(contract.automations.setRate, (context, { rateCents, version }) => {
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
      throw refuse('CONFLICT', { current: await summarizeAutomations(db, actor, companyId) })
    if (company.loaded_rate_cents !== rateCents) {
      await setLoadedRate(db, companyId, rateCents)
      await recordAudit(db, context, {
        companyId,
        action: 'company.rate',
        subjectType: 'company',
        subjectId: companyId,
        before: { loadedRateCents: company.loaded_rate_cents },
        after: { loadedRateCents: rateCents },
      })
      await publish(db, actor, { companyId, topic: 'company', kind: 'edited', subjectId: companyId })
    }
    return summarizeAutomations(db, actor, companyId)
  })
})
