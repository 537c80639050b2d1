import type { z } from 'zod'
import type { CompanyNote } from '../../contract/companies.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { presentNote } from './present.ts'

type Page = { items: z.infer<typeof CompanyNote>[]; nextCursor: string | null }

/** Notes with the names of their authors. */
export const noteRows = (db: Db) =>
  db
    .selectFrom('company_notes as n')
    .select(['n.company_id', 'n.id', 'n.author_id', 'n.body', 'n.version', 'n.created_at', 'n.edited_at'])
    .select((e) => e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'n.author_id').as('author'))

/** What staff noted about a company, newest first. NOT_FOUND for a company that is not there. */
export function notes(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string },
): Promise<Page> {
  const after = decodeCursor(cursor, 'notes', 'instant')
  return platform.db.asActor(actor, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()))
      throw refuse('NOT_FOUND')
    // An id is made of its moment: it is the order.
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
}
