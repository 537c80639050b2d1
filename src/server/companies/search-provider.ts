import type { Actor, Db } from '../platform/database/db.ts'
import { byName, type SearchResult, toHit } from '../platform/search/search-providers.ts'

/** Returns companies whose name, slug or website matches, for the command palette. None for partners. */
export async function findCompanies(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  if (actor.kind !== 'staff') return { items: [] }
  const rows = await db
    .selectFrom(byName('companies', words, limit).as('f'))
    .innerJoin('companies as t', 't.id', 'f.id')
    .select(['f.loose', 't.id', 't.name', 't.website', 't.is_internal'])
    .orderBy('f.rank')
    .execute()
  return {
    loose: rows[0]?.loose ?? false,
    items: rows.map((r) =>
      toHit(words, {
        kind: 'company',
        id: r.id,
        title: r.name,
        detail: r.is_internal ? 'Our company' : (r.website ?? 'Partner'),
        path: `/companies/${r.id}`,
      }),
    ),
  }
}
