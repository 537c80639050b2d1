import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { clientFields } from './clients/fields.ts'
import { contactFields } from './fields.ts'
import { searchPatterns } from './policy.ts'

/** Returns a query for contacts with the columns of the list. */
export const contactRows = (db: Db) => db.selectFrom('contacts as t').select(contactFields.list)
export type ContactRecord = Awaited<ReturnType<ReturnType<typeof contactRows>['executeTakeFirstOrThrow']>>

/** Returns a contact with all its fields; undefined when the actor has no such contact. */
export const wholeContact = (db: Db, id: string) =>
  contactRows(db).select(contactFields.record).where('t.id', '=', id).executeTakeFirst()
export type WholeContact = NonNullable<Awaited<ReturnType<typeof wholeContact>>>

/** Returns a query for clients with the columns of the list. */
const clientRows = (db: Db) => db.selectFrom('clients as t').select(clientFields.list)
export type ClientRecord = Awaited<ReturnType<ReturnType<typeof clientRows>['executeTakeFirstOrThrow']>>

/** Returns a client with all its fields; undefined when the actor has no such client. */
export const wholeClient = (db: Db, id: string) =>
  clientRows(db).select(clientFields.record).where('t.id', '=', id).executeTakeFirst()
export type WholeClient = NonNullable<Awaited<ReturnType<typeof wholeClient>>>

/** With more matches than this, the list is read in its own order. `find_contacts` returns at most one more. */
const FEW = 2_000

/**
 * Returns the ids of the contacts or clients that match the search, using the index. Undefined when nothing was typed,
 * or when there are so many matches that reading the list in its own order is faster.
 */
export async function findMatchingIds(
  db: Db,
  book: 'contacts' | 'clients',
  { q = '', company }: { q?: string | undefined; company?: string | undefined },
): Promise<string[] | undefined> {
  const wanted = searchPatterns(q)
  if (wanted.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    select find_contacts(${book}, ${wanted}::text[], ${company ?? null}::uuid) as id`.execute(db)
  return rows.length > FEW ? undefined : rows.map((r) => r.id)
}

const lockedColumns = ['company_id', 'id', 'archived_at', 'version'] as const
// The columns that merge rules use. The other columns that an edit compares have no types.
const mergedColumns = ['full_name', 'email', 'phone', 'title', 'client_id', 'notes'] as const
const editedColumns = contactFields.written.filter((name) => !mergedColumns.some((c) => c === name)) as never[]

/** Locks a contact's row for a change and returns it; undefined when the actor has no such contact. */
export const lockContactRow = (db: Db, id: string) =>
  db
    .selectFrom('contacts')
    .select([...lockedColumns, ...mergedColumns, ...editedColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export type LockedContact = NonNullable<Awaited<ReturnType<typeof lockContactRow>>>

/** Locks a client's row for a change and returns it; undefined when the actor has no such client. */
export const lockClientRow = (db: Db, id: string) =>
  db
    .selectFrom('clients')
    .select([...lockedColumns, ...(clientFields.written as never[])])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClientRow>>>
