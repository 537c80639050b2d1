import type { Actor, Db } from '../platform/database/db.ts'
import { byName, type SearchResult, toHit } from '../platform/search/search-providers.ts'

/** Returns active users whose name or email matches, for the command palette. */
export async function findUsers(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  const rows = await db
    .selectFrom(byName('profiles', words, limit).as('f'))
    .innerJoin('profiles as t', 't.id', 'f.id')
    .select((e) => [
      'f.loose',
      't.id',
      't.full_name',
      't.email',
      e.selectFrom('companies as o').select('o.name').whereRef('o.id', '=', 't.company_id').as('company'),
    ])
    .orderBy('f.rank')
    .execute()
  const staff = actor.kind === 'staff'
  return {
    loose: rows[0]?.loose ?? false,
    items: rows.map((r) =>
      toHit(words, {
        kind: 'user',
        id: r.id,
        title: r.full_name,
        detail: staff && r.company ? `${r.company} · ${r.email}` : r.email,
        path: `${staff ? '/admin/users' : '/users'}?user=${r.id}`,
      }),
    ),
  }
}
