import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { presentNote } from './present.ts'

/** Returns a query of notes with the names of their authors. */
export const noteRows = (db: Db) =>
  db
    .selectFrom('company_notes as n')
    .select(['n.company_id', 'n.id', 'n.author_id', 'n.body', 'n.version', 'n.created_at', 'n.edited_at'])
    .select((e) => e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'n.author_id').as('author'))

/** Returns the notes of staff about a company, newest first. Throws NOT_FOUND when the company does not exist. */
export const listNotes = action(contract.companies.notes, ({ platform, actor }, { id, limit, cursor }) => {
  const after = decodeCursor(cursor, 'notes', 'instant')
  return platform.db.asActor(actor, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()))
      throw refuse('NOT_FOUND')
    // Ids are UUIDv7, so they sort by creation time.
    let query = noteRows(db)
      .where('n.company_id', '=', id)
      .orderBy('n.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where('n.id', '<', after.id)
    const found = await query.execute()
    const page = pageOf(found, limit, (last) => ({ order: 'notes', value: last.created_at, id: last.id }))
    return {
      items: page.rows.map((row) => presentNote(row, actor)),
      nextCursor: page.nextCursor,
    }
  })
})
