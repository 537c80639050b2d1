import { sql } from 'kysely'
import type { z } from 'zod'
import type { CannedReply } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { cannedRows, presentCanned } from './canned-queries.ts'

type Page = { items: z.infer<typeof CannedReply>[]; nextCursor: string | null }

/** One page of the canned replies by name; `q` is looked for in name, shortcut and text. */
export function cannedReplies(
  { platform, actor }: Actored,
  { q, limit, cursor }: { q?: string; limit: number; cursor?: string },
): Promise<Page> {
  const after = decodeCursor(cursor, 'name', 'text')
  return platform.db.askAs(actor, async (db) => {
    let query = cannedRows(db)
      .select(sql<string>`lower(c.name)`.as('key'))
      .where('c.company_id', '=', actor.companyId)
      .orderBy(sql`lower(c.name)`)
      .orderBy('c.id')
      .limit(limit + 1)
    for (const word of q?.trim().split(/\s+/).filter(Boolean) ?? []) {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      query = query.where((e) =>
        e.or([e('c.name', 'ilike', pattern), e('c.shortcut', 'ilike', pattern), e('c.body', 'ilike', pattern)]),
      )
    }
    if (after) query = query.where(sql<boolean>`(lower(c.name), c.id) > (${after.value}, ${after.id}::uuid)`)
    const rows = await query.execute()
    const page = pageOf(rows, limit, (last) => ({ order: 'name', value: last.key, id: last.id }))
    return {
      items: page.rows.map(presentCanned),
      nextCursor: page.nextCursor,
    }
  })
}
