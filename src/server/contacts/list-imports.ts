import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactImport } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { imports, presentImport } from './import-queries.ts'

type Page = { items: z.infer<typeof ContactImport>[]; nextCursor: string | null }

/** Imports that were started, newest first. */
export function listImports(
  { platform, actor }: Actored,
  { limit, cursor, company }: { limit: number; cursor?: string; company?: string },
): Promise<Page> {
  const after = decodeCursor(cursor, 'started', 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = imports(db)
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
}
