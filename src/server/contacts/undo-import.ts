import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { imports, presentImport, takeImport } from './import-queries.ts'

/** Contacts that one statement removes: each is looked for wherever it may be named, and no statement may take seconds. */
const BATCH = 5_000

/**
 * Removes the contacts that an import created and that nobody has changed since, and the clients it created that have
 * no contact left. What it updated stays. UNPROCESSABLE while it runs and when it was undone already.
 */
export function undoImport(
  context: Actored,
  { id }: { id: string },
): Promise<{ removed: number; kept: number; clientsRemoved: number }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id: companyId, file_name } = await takeImport(db, id)
    const row = await imports(db).where('t.id', '=', id).executeTakeFirstOrThrow()
    if (!presentImport(row, actor).can.undo)
      throw refuse('UNPROCESSABLE', { fields: { id: ['Only a finished import that created contacts can be undone.'] } })
    let removed = 0
    for (let batch = BATCH; batch === BATCH; removed += batch) {
      const { numDeletedRows } = await db
        .deleteFrom('contacts')
        .where('company_id', '=', companyId)
        .where('id', 'in', (e) =>
          e
            .selectFrom('contacts')
            .select('id')
            .where('company_id', '=', companyId)
            .where('import_id', '=', id)
            .where('version', '=', 1)
            .limit(BATCH),
        )
        .executeTakeFirstOrThrow()
      batch = Number(numDeletedRows)
    }
    const { numDeletedRows: clientsRemoved } = await db
      .deleteFrom('clients as l')
      .where('l.company_id', '=', companyId)
      .where('l.import_id', '=', id)
      .where('l.version', '=', 1)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('contacts as n')
              .select('n.id')
              .whereRef('n.company_id', '=', 'l.company_id')
              .whereRef('n.client_id', '=', 'l.id'),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
    const { kept } = await db
      .selectFrom('contacts')
      .select((e) => e.fn.countAll<number>().as('kept'))
      .where('company_id', '=', companyId)
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow()
    const result = { removed, kept, clientsRemoved: Number(clientsRemoved) }
    await db
      .updateTable('contact_imports')
      .set({ state: 'undone', removed: result.removed, undone_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId,
      action: 'contact-import.undo',
      subjectType: 'contact-import',
      subjectId: id,
      after: { file: file_name, ...result },
    })
    await publish(db, actor, { companyId, topic: 'contact_import', kind: 'undone', subjectId: id })
    await publish(db, actor, { companyId, topic: 'contact', kind: 'imported', subjectId: id })
    if (result.clientsRemoved > 0)
      await publish(db, actor, { companyId, topic: 'client', kind: 'imported', subjectId: id })
    return result
  })
}
