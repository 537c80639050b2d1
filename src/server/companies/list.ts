import { sql } from 'kysely'
import type { z } from 'zod'
import type { Company } from '../../contract/companies.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import { COLUMNS, present } from './present.ts'

type Page = { items: z.infer<typeof Company>[]; nextCursor: string | null }

/** Companies by name, for staff; `q` is a part of the name. */
export function list(
  { platform, actor }: Actored,
  { limit, cursor, q }: { limit: number; cursor?: string; q?: string },
): Promise<Page> {
  const after = decodeCursor(cursor, 'name', 'text')
  return platform.db.askAs(actor, async (db) => {
    let query = db
      .selectFrom('companies')
      .select(COLUMNS)
      .orderBy('name')
      .orderBy('id')
      .limit(limit + 1)
    if (q?.trim()) query = query.where('name', 'ilike', `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`)
    if (after) query = query.where(sql<boolean>`(name, id) > (${after.value}, ${after.id}::uuid)`)
    const rows = await query.execute()
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      items: rows.slice(0, limit).map(present),
      nextCursor: last ? encodeCursor({ order: 'name', value: last.name, id: last.id }) : null,
    }
  })
}
