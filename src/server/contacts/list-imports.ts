import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactImport } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
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
    const last = found.length > limit ? found[limit - 1] : undefined
    return {
      items: (last ? found.slice(0, limit) : found).map((r) => presentImport(r, actor)),
      nextCursor: last ? encodeCursor({ order: 'started', value: last.started_at as string, id: last.id }) : null,
    }
  })
}
