import { sql } from 'kysely'
import type { Actor, Db } from '../platform/database/db.ts'
import { limitOf } from '../platform/database/literal-limit.ts'
import { type SearchResult, toHit } from '../platform/search/search-providers.ts'
import { normalizeWords } from './policy.ts'
import { categoryName } from './words.ts'

/** Maximum number of results. It is small, so that they do not crowd out the reader's own data. */
const MOST = 3

/** Returns published products that match the words, for the command palette of all users. */
export async function findProducts(db: Db, _: Actor, words: string, limit: number): Promise<SearchResult> {
  const { rows } = await sql<{ id: string; slug: string; name: string; category: string; how: string }>`
    select p.id, p.slug, p.name, p.category, f.how from find_products(${normalizeWords(words)}) as f join catalogue p on p.id = f.id
    where f.how <> 'some' order by f.score desc, p.popular_order, p.id limit ${limitOf(Math.min(limit, MOST))}`.execute(
    db,
  )
  return {
    loose: rows[0]?.how === 'corrected',
    items: rows.map((r) =>
      toHit(words, {
        kind: 'product',
        id: r.id,
        title: r.name,
        detail: categoryName(r.category),
        path: `/marketplace/${r.slug}`,
      }),
    ),
  }
}
