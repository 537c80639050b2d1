import type { Actor, Db } from '../platform/database/db.ts'
import { byName, type SearchResult, toHit } from '../platform/search/search-providers.ts'

const of = (parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

/** Returns active contacts whose name, email, phone, title or client matches, for the command palette. */
export async function findContacts(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  const rows = await db
    .selectFrom(byName('contacts', words, limit).as('f'))
    .innerJoin('contacts as t', 't.id', 'f.id')
    .select((e) => [
      'f.loose',
      't.id',
      't.company_id',
      't.full_name',
      't.email',
      e.selectFrom('companies as o').select('o.name').whereRef('o.id', '=', 't.company_id').as('company'),
      e
        .selectFrom('clients as l')
        .select('l.name')
        .whereRef('l.company_id', '=', 't.company_id')
        .whereRef('l.id', '=', 't.client_id')
        .as('client'),
    ])
    .orderBy('f.rank')
    .execute()
  const staff = actor.kind === 'staff'
  return {
    loose: rows[0]?.loose ?? false,
    items: rows.map((r) =>
      toHit(words, {
        kind: 'contact',
        id: r.id,
        title: r.full_name,
        detail: of([staff && r.company, r.client, r.email]),
        path: staff ? `/companies/${r.company_id}?tab=contacts&contact=${r.id}` : `/contacts?contact=${r.id}`,
      }),
    ),
  }
}

/** Returns active clients whose name, industry, website, address or phone matches, for the command palette. */
export async function findClients(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  const rows = await db
    .selectFrom(byName('clients', words, limit).as('f'))
    .innerJoin('clients as t', 't.id', 'f.id')
    .select((e) => [
      'f.loose',
      't.id',
      't.name',
      't.industry',
      e.selectFrom('companies as o').select('o.name').whereRef('o.id', '=', 't.company_id').as('company'),
    ])
    .orderBy('f.rank')
    .execute()
  return {
    loose: rows[0]?.loose ?? false,
    items: rows.map((r) =>
      toHit(words, {
        kind: 'client',
        id: r.id,
        title: r.name,
        detail: of([actor.kind === 'staff' && r.company, r.industry]),
        path: `/clients/${r.id}`,
      }),
    ),
  }
}
