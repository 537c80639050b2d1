import { sql } from 'kysely'
import type { Actor, Db } from '../platform/db.ts'
import { type Finding, named } from '../platform/finders.ts'
import { spellOut } from './policy.ts'
import { categoryName } from './present.ts'

/** They stand among what is the reader's own, and must not crowd it out. */
const MOST = 3

/** Published products by words, for everybody's palette. */
export async function findProducts(db: Db, _: Actor, words: string, limit: number): Promise<Finding> {
  const { rows } = await sql<{ id: string; slug: string; name: string; category: string; how: string }>`
    select p.id, p.slug, p.name, p.category, f.how from find_products(${spellOut(words)}) as f join catalogue p on p.id = f.id
    where f.how <> 'some' order by f.score desc, p.popular_order, p.id limit ${Math.min(limit, MOST)}`.execute(db)
  return {
    loose: rows[0]?.how === 'mended',
    items: rows.map((r) =>
      named(words, {
        kind: 'product',
        id: r.id,
        title: r.name,
        detail: categoryName(r.category),
        path: `/marketplace/${r.slug}`,
      }),
    ),
  }
}
