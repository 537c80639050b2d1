import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { instant } from '../platform/instant.ts'
import { patterns } from './policy.ts'

type Held = { since: string; until: string; status: string; detail: string }

/** Rows of a list of contacts. */
export const contactRows = (db: Db) =>
  db
    .selectFrom('contacts as t')
    .select([
      't.id',
      't.company_id',
      't.full_name',
      't.name_key',
      't.email',
      't.phone',
      't.title',
      't.client_id',
      't.source',
      't.archived_at',
      't.version',
      't.created_at',
      't.updated_at',
    ])
    .select((e) => [
      e.selectFrom('companies as o').select('o.name').whereRef('o.id', '=', 't.company_id').as('company'),
      e
        .selectFrom('clients as l')
        .select('l.name')
        .whereRef('l.company_id', '=', 't.company_id')
        .whereRef('l.id', '=', 't.client_id')
        .as('client'),
      e
        .selectFrom('clients as l')
        .select('l.archived_at')
        .whereRef('l.company_id', '=', 't.company_id')
        .whereRef('l.id', '=', 't.client_id')
        .as('client_archived_at'),
      // Who was put away gets no mails anyhow.
      e
        .selectFrom('held_addresses as h')
        .select(
          sql<Held>`json_build_object('since', ${instant('h.since')}, 'until', ${instant('h.until')},
            'status', h.status, 'detail', h.detail)`.as('h'),
        )
        .whereRef('h.company_id', '=', 't.company_id')
        .whereRef('h.email', '=', 't.email_key')
        .where('t.archived_at', 'is', null)
        .as('held'),
    ])
export type ContactRecord = Awaited<ReturnType<ReturnType<typeof contactRows>['executeTakeFirstOrThrow']>>

/** Rows of a list of clients. */
export const clientRows = (db: Db) =>
  db
    .selectFrom('clients as t')
    .select([
      't.id',
      't.company_id',
      't.name',
      't.name_key',
      't.website',
      't.phone',
      't.address',
      't.industry',
      't.archived_at',
      't.version',
      't.created_at',
      't.updated_at',
    ])
    .select((e) => [
      e.selectFrom('companies as o').select('o.name').whereRef('o.id', '=', 't.company_id').as('company'),
      e
        .selectFrom('contacts as n')
        .select((x) => x.fn.countAll<number>().as('n'))
        .whereRef('n.company_id', '=', 't.company_id')
        .whereRef('n.client_id', '=', 't.id')
        .where('n.archived_at', 'is', null)
        .as('contacts'),
    ])
export type ClientRecord = Awaited<ReturnType<ReturnType<typeof clientRows>['executeTakeFirstOrThrow']>>

/** More ids than this are not worth sorting; the database gives one more at most. */
const FEW = 2_000

/**
 * Ids of the contacts or clients that what somebody typed is found in, by the index; undefined when nothing was typed,
 * or when it is found in so many that a list had better be read in its own order.
 */
export async function foundIn(
  db: Db,
  book: 'contacts' | 'clients',
  { q = '', company }: { q?: string | undefined; company?: string | undefined },
): Promise<string[] | undefined> {
  const wanted = patterns(q)
  if (wanted.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    select find_contacts(${book}, ${wanted}::text[], ${company ?? null}::uuid) as id`.execute(db)
  return rows.length > FEW ? undefined : rows.map((r) => r.id)
}

const CONTACT = [
  'company_id',
  'id',
  'full_name',
  'email',
  'phone',
  'title',
  'client_id',
  'notes',
  'archived_at',
  'version',
] as const
const CLIENT = [
  'company_id',
  'id',
  'name',
  'website',
  'phone',
  'address',
  'industry',
  'notes',
  'archived_at',
  'version',
] as const

/** Locks a contact for a change; undefined when the actor has no such contact. */
export const lockContact = (db: Db, id: string) =>
  db.selectFrom('contacts').select(CONTACT).where('id', '=', id).forUpdate().executeTakeFirst()
export type LockedContact = NonNullable<Awaited<ReturnType<typeof lockContact>>>

/** Locks a client for a change; undefined when the actor has no such client. */
export const lockClient = (db: Db, id: string) =>
  db.selectFrom('clients').select(CLIENT).where('id', '=', id).forUpdate().executeTakeFirst()
export type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>
