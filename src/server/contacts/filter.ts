import { type Expression, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ClientFilter, ContactFilter } from '../../contract/contacts.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { patterns } from './policy.ts'
import { clientRows, contactRows } from './queries.ts'

export type Contacts = z.infer<typeof ContactFilter>
export type Clients = z.infer<typeof ClientFilter>
type Order = Pick<Contacts, 'sort' | 'order'>
type After = { value: string; id: string } | undefined

const COLUMN = { name: 't.name_key', updated: 't.updated_at', created: 't.created_at' } as const
const TYPE = { name: sql.raw('text'), updated: sql.raw('timestamptz'), created: sql.raw('timestamptz') }

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Order): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Order['sort']): CursorValue => (sort === 'name' ? 'text' : 'instant')
/** The value that a row is ordered by. */
export const orderValue = (
  sort: Order['sort'],
  row: { name_key: string; updated_at: string; created_at: string },
): string => (sort === 'name' ? row.name_key : sort === 'updated' ? row.updated_at : row.created_at)

const beyond = ({ sort, order }: Order, after: NonNullable<After>) =>
  sql<boolean>`(${sql.ref(COLUMN[sort])}, t.id) ${sql.raw(order === 'asc' ? '>' : '<')} (${after.value}::${TYPE[sort]}, ${after.id}::uuid)`

/** Contacts that pass the filter, in its order, after the cursor. `ids` are those that a search has found already. */
export function filteredContacts(db: Db, f: Contacts, after: After, limit: number, ids?: string[]) {
  let query = contactRows(db).orderBy(COLUMN[f.sort], f.order).orderBy('t.id', f.order).limit(limit)
  if (f.company) query = query.where('t.company_id', '=', f.company)
  if (f.client === 'none') query = query.where('t.client_id', 'is', null)
  else if (f.client) query = query.where('t.client_id', '=', f.client)
  if (f.source) query = query.where('t.source', 'in', f.source)
  if (f.import) query = query.where('t.import_id', '=', f.import)
  if (f.mail)
    query = query
      .where('t.archived_at', 'is', null)
      .where((e) =>
        e.exists(
          e
            .selectFrom('held_addresses as m')
            .select('m.email')
            .whereRef('m.company_id', '=', 't.company_id')
            .whereRef('m.email', '=', 't.email_key'),
        ),
      )
  if (f.state !== 'all') query = query.where('t.archived_at', f.state === 'active' ? 'is' : 'is not', null)
  if (ids) query = query.where('t.id', '=', sql<string>`any(${ids}::uuid[])`)
  else for (const pattern of patterns(f.q ?? '')) query = query.where('t.search', 'like', pattern)
  return after ? query.where(beyond(f, after)) : query
}

/** Clients that pass the filter, in its order, after the cursor. `ids` are those that a search has found already. */
export function filteredClients(db: Db, f: Clients, after: After, limit: number, ids?: string[]) {
  let query = clientRows(db).orderBy(COLUMN[f.sort], f.order).orderBy('t.id', f.order).limit(limit)
  if (f.company) query = query.where('t.company_id', '=', f.company)
  if (f.state !== 'all') query = query.where('t.archived_at', f.state === 'active' ? 'is' : 'is not', null)
  if (ids) query = query.where('t.id', '=', sql<string>`any(${ids}::uuid[])`)
  else for (const pattern of patterns(f.q ?? '')) query = query.where('t.search', 'like', pattern)
  return after ? query.where(beyond(f, after)) : query
}

/** Rows that are looked at in the order of a list before the index is asked: what many have is met there soon. */
const AHEAD = 1_000
/** Whether a row is one of the first of these, in the order of the list, that have what was typed. */
function firstOf(
  ahead: Expression<unknown>,
  { q = '', order }: Contacts | Clients,
  limit: number,
): RawBuilder<boolean> {
  const has = patterns(q).map((pattern) => sql`x.search like ${pattern}`)
  const direction = sql.raw(order)
  return sql`t.id = any(array(select x.id from ${ahead} as x where ${sql.join(has, sql` and `)}
    order by x.k ${direction}, x.id ${direction} limit ${limit}))`
}

/** Of the contacts that come first those that have what was typed, as far as they go. */
export function nearContacts(db: Db, f: Contacts, after: After, limit: number) {
  const all = { ...f, q: '' }
  const ahead = filteredContacts(db, all, after, AHEAD).clearSelect()
  return filteredContacts(db, all, after, limit).where(
    firstOf(ahead.select(['t.id', 't.search', sql.ref(COLUMN[f.sort]).as('k')]), f, limit),
  )
}

/** Of the clients that come first those that have what was typed, as far as they go. */
export function nearClients(db: Db, f: Clients, after: After, limit: number) {
  const all = { ...f, q: '' }
  const ahead = filteredClients(db, all, after, AHEAD).clearSelect()
  return filteredClients(db, all, after, limit).where(
    firstOf(ahead.select(['t.id', 't.search', sql.ref(COLUMN[f.sort]).as('k')]), f, limit),
  )
}
