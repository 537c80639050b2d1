import { sql } from 'kysely'
import type { Context } from '../platform/api.ts'
import { visitor } from './queries.ts'

/** Where every published product stands, for search engines. */
export function addresses({ platform }: Context): Promise<{ items: { slug: string; updatedAt: string }[] }> {
  return platform.db.askAs(visitor, async (db) => ({
    items: (
      await sql<{ slug: string; updatedAt: string }>`
        select slug, updated_at as "updatedAt" from catalogue order by slug limit 40000`.execute(db)
    ).rows,
  }))
}
