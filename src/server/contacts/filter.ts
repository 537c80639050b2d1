import { type Expression, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ClientFilter, ContactFilter } from '../../contract/contacts/index.ts'
import { type CursorValue, comesAfter } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { limitOf } from '../platform/database/literal-limit.ts'
import { filterConditions, getSortOrder } from '../platform/fields.ts'
import { clientFields } from './clients/fields.ts'
import { contactFields } from './fields.ts'
import { searchPatterns } from './policy.ts'

export type Contacts = z.infer<typeof ContactFilter>
export type Clients = z.infer<typeof ClientFilter>
type After = { value: string; id: string } | undefined

/** Returns the name of a sort order. A cursor carries it and is valid only in that order. */
export const orderName = ({ sort, order }: Pick<Contacts, 'sort' | 'order'>): string => `${sort} ${order}`

/** Conditions that belong to no field: the search, by found ids or by text, and the cursor. */
function restOf(
  f: Contacts | Clients,
  order: { by: RawBuilder<unknown>; kind: CursorValue },
  after: After,
  ids?: string[],
) {
  return [
    ...(ids
      ? [sql<boolean>`t.id = any(${ids}::uuid[])`]
      : searchPatterns(f.q ?? '').map((pattern) => sql<boolean>`t.search like ${pattern}`)),
    ...(after ? [comesAfter(after, { ...order, id: sql.ref('t.id'), direction: f.order })] : []),
  ]
}

/**
 * Returns a query for the contacts that match the filter, in its order, after the cursor, with no columns selected.
 * `ids` are the matches of a search that has already run.
 */
export function filterContacts(db: Db, actor: Actor, f: Contacts, after: After, limit: number, ids?: string[]) {
  const order = getSortOrder(contactFields, f.sort)
  let query = db.selectFrom('contacts as t').orderBy(order.by, f.order).orderBy('t.id', f.order).limit(limit)
  for (const condition of [...filterConditions(contactFields, f, actor), ...restOf(f, order, after, ids)])
    query = query.where(condition)
  // As for tickets: the planner cannot tell how many rows a row-level security policy leaves.
  if (actor.kind === 'tenant') query = query.where('t.company_id', '=', actor.companyId)
  return query
}

/** Returns a query for the clients that match the filter. Works like `filterContacts`. */
export function filterClients(db: Db, actor: Actor, f: Clients, after: After, limit: number, ids?: string[]) {
  const order = getSortOrder(clientFields, f.sort)
  let query = db.selectFrom('clients as t').orderBy(order.by, f.order).orderBy('t.id', f.order).limit(limit)
  for (const condition of [...filterConditions(clientFields, f, actor), ...restOf(f, order, after, ids)])
    query = query.where(condition)
  if (actor.kind === 'tenant') query = query.where('t.company_id', '=', actor.companyId)
  return query
}

/** Rows that a search checks in list order before it uses the index. Frequent words are found among them quickly. */
const AHEAD = 1_000
/** Matches a row if it is among the first `limit` rows of `ahead`, in list order, that contain the search text. */
function firstOf(
  ahead: Expression<unknown>,
  { q = '', order }: Contacts | Clients,
  limit: number,
): RawBuilder<boolean> {
  const has = searchPatterns(q).map((pattern) => sql`x.search like ${pattern}`)
  const direction = sql.raw(order)
  return sql`t.id = any(array(select x.id from ${ahead} as x where ${sql.join(has, sql` and `)}
    order by x.k ${direction}, x.id ${direction} limit ${limitOf(limit)}))`
}

/** Returns a query for matches among the next 1,000 contacts in list order. May yield fewer than `limit` rows. */
export function nearContacts(db: Db, actor: Actor, f: Contacts, after: After, limit: number) {
  const all = { ...f, q: '' }
  const ahead = filterContacts(db, actor, all, after, AHEAD)
  return filterContacts(db, actor, all, after, limit).where(
    firstOf(ahead.select(['t.id', 't.search', getSortOrder(contactFields, f.sort).by.as('k')]), f, limit),
  )
}

/** Returns a query for matches among the next 1,000 clients in list order. May yield fewer than `limit` rows. */
export function nearClients(db: Db, actor: Actor, f: Clients, after: After, limit: number) {
  const all = { ...f, q: '' }
  const ahead = filterClients(db, actor, all, after, AHEAD)
  return filterClients(db, actor, all, after, limit).where(
    firstOf(ahead.select(['t.id', 't.search', getSortOrder(clientFields, f.sort).by.as('k')]), f, limit),
  )
}
