import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactImport } from '../../contract/contacts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { refuseOdd } from './check-import.ts'
import { imports, presentImport, takeImport } from './import-queries.ts'
import type { Plan } from './import-rows.ts'
import { RUN_IMPORT, type RunImportData } from './policy.ts'

/**
 * Starts an import. The plan that the person saw comes along: checks under way may overtake each other, and the last that
 * the server heard of need not be it. UNPROCESSABLE for a plan that does not fit, or none; IMPORT_STARTED the second time.
 */
export function runImport(
  context: Actored,
  { id, plan: said }: { id: string; plan?: Plan | undefined },
): Promise<z.infer<typeof ContactImport>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const found = await takeImport(db, id)
    const { company_id: companyId } = found
    if (found.state !== 'uploaded') throw refuse('IMPORT_STARTED')
    const plan = said ?? (found.plan as Plan | null)
    if (!plan) throw refuse('UNPROCESSABLE', { fields: { mapping: ['Say first what the columns mean.'] } })
    refuseOdd(plan, found)
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
    await record(db, context, {
      companyId,
      action: 'contact-import.start',
      subjectType: 'contact-import',
      subjectId: id,
      after: { file: found.file_name, rows: found.record_count, existing: plan.existing, clients: plan.clients },
    })
    await publish(db, actor, { companyId, topic: 'contact_import', kind: 'started', subjectId: id })
    return presentImport(await imports(db).where('t.id', '=', id).executeTakeFirstOrThrow(), actor)
  })
}
