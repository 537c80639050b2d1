import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { importRows, presentImport } from './import-queries.ts'

/** Returns one page of the imports that were started, newest first. */
export const listImports = action(contract.contacts.listImports, ({ platform, actor }, { limit, cursor, company }) => {
  const after = decodeCursor(cursor, 'started', 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = importRows(db)
      .where('t.started_at', 'is not', null)
      .orderBy('t.started_at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(limit + 1)
    if (company) query = query.where('t.company_id', '=', company)
    if (after)
      query = query.where(sql<boolean>`(t.started_at, t.id) < (${after.value}::timestamptz, ${after.id}::uuid)`)
    const found = await query.execute()
    const page = pageOf(found, limit, (last) => ({ order: 'started', value: last.started_at as string, id: last.id }))
    return {
      items: page.rows.map((r) => presentImport(r, actor)),
      nextCursor: page.nextCursor,
    }
  })
})
