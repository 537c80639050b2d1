import type { Actor, Db } from '../platform/database/db.ts'
import { byName, type SearchResult, toHit } from '../platform/search/search-providers.ts'

/** Returns leads whose name, organization, email or phone matches, for the command palette. None for partners. */
export async function findLeads(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  if (actor.kind !== 'staff') return { items: [] }
  const rows = await db
    .selectFrom(byName('leads', words, limit).as('f'))
    .innerJoin('leads as t', 't.id', 'f.id')
    .select(['f.loose', 't.id', 't.name', 't.organization', 't.email', 't.phone'])
    .orderBy('f.rank')
    .execute()
  return {
    loose: rows[0]?.loose ?? false,
    items: rows.map((r) => {
      const [title, ...more] = [r.name, r.organization, r.email, r.phone].filter((part) => part !== null)
      return toHit(words, {
        kind: 'lead',
        id: r.id,
        title: title ?? 'Lead',
        detail: more.slice(0, 2).join(' · '),
        path: `/admin/contacts/leads/${r.id}`,
      })
    }),
  }
}
