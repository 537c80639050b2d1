import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { RUN_IMPORT, type RunImportData } from '../policy.ts'
import { refuseMismatchedPlan } from './check-import.ts'
import { importRows, lockImport, presentImport } from './import-queries.ts'
import type { Plan } from './import-rows.ts'

/**
 * Starts an import. The request includes the plan that the user saw, because checks can arrive out of order and the
 * saved plan may be an older one. Throws NOT_FOUND, UNPROCESSABLE for a plan that does not fit or when there is none,
 * and IMPORT_STARTED when it has started.
 */
export const runImport = action(contract.contacts.runImport, (context, { id, plan: shownPlan }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const found = await lockImport(db, id)
    const { company_id: companyId } = found
    if (found.state !== 'uploaded') throw refuse('IMPORT_STARTED')
    const plan = shownPlan ?? (found.plan as Plan | null)
    if (!plan) throw refuse('UNPROCESSABLE', { fields: { mapping: ['Match the columns first.'] } })
    refuseMismatchedPlan(plan, found)
    await db
      .updateTable('contact_imports')
      .set({
        state: 'running',
        plan: JSON.stringify(plan),
        total: found.record_count - (plan.header ? 1 : 0),
        started_at: sql<string>`now()`,
        progressed_at: sql<string>`now()`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await platform.jobs.send<RunImportData>(db, RUN_IMPORT, { companyId, importId: id })
    await recordAudit(db, context, {
      companyId,
      action: 'contact-import.start',
      subjectType: 'contact-import',
      subjectId: id,
      after: { file: found.file_name, rows: found.record_count, existing: plan.existing, clients: plan.clients },
    })
    await publish(db, actor, { companyId, topic: 'contact_import', kind: 'started', subjectId: id })
    return presentImport(await importRows(db).where('t.id', '=', id).executeTakeFirstOrThrow(), actor)
  })
})
