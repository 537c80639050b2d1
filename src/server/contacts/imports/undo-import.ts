import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { importRows, lockImport, presentImport } from './import-queries.ts'

/**
 * Rows that one statement deletes. For each, Postgres checks every table with a foreign key, which takes about 0.3 ms
 * on a busy machine, and the statement timeout is 5 seconds.
 */
const BATCH = 500

/** Runs `remove` for one batch of ids at a time. Returns how many rows were deleted. */
async function removeInBatches(
  rows: { id: string }[],
  remove: (ids: string[]) => Promise<{ numDeletedRows: bigint }>,
): Promise<number> {
  let removed = 0
  for (let at = 0; at < rows.length; at += BATCH) {
    const { numDeletedRows } = await remove(rows.slice(at, at + BATCH).map((r) => r.id))
    removed += Number(numDeletedRows)
  }
  return removed
}

/**
 * Deletes the contacts that an import created and that have not changed since, and the unchanged clients it created
 * that have no contacts left. Does not revert updates. Throws NOT_FOUND when the actor has no such import, and
 * UNPROCESSABLE unless the import is done or failed and created contacts.
 */
export const undoImport = action(contract.contacts.undoImport, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id: companyId, file_name } = await lockImport(db, id)
    const row = await importRows(db).where('t.id', '=', id).executeTakeFirstOrThrow()
    if (!presentImport(row, actor).can.undo)
      throw refuse('UNPROCESSABLE', {
        fields: { id: ['You can only undo an import that finished or stopped and created contacts.'] },
      })
    const contacts = await db
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('import_id', '=', id)
      .where('version', '=', 1)
      .execute()
    const removed = await removeInBatches(contacts, (ids) =>
      db
        .deleteFrom('contacts')
        .where('company_id', '=', companyId)
        .where('id', 'in', ids)
        // A contact may have changed since it was read.
        .where('version', '=', 1)
        .executeTakeFirstOrThrow(),
    )
    const clients = await db
      .selectFrom('clients')
      .select('id')
      .where('company_id', '=', companyId)
      .where('import_id', '=', id)
      .where('version', '=', 1)
      .execute()
    const clientsRemoved = await removeInBatches(clients, (ids) =>
      db
        .deleteFrom('clients as l')
        .where('l.company_id', '=', companyId)
        .where('l.id', 'in', ids)
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
        .executeTakeFirstOrThrow(),
    )
    const { kept } = await db
      .selectFrom('contacts')
      .select((e) => e.fn.countAll<number>().as('kept'))
      .where('company_id', '=', companyId)
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow()
    const result = { removed, kept, clientsRemoved }
    await db
      .updateTable('contact_imports')
      .set({ state: 'undone', removed: result.removed, undone_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
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
})
