import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { leadFields } from './fields.ts'

/** Returns a query for leads as a list shows them, without those that were merged into another. */
export const leadRows = (db: Db, companyId: string) =>
  db
    .selectFrom('leads as l')
    .select(leadFields.list)
    .where('l.company_id', '=', companyId)
    .where('l.merged_into', 'is', null)
export type Row = Awaited<ReturnType<ReturnType<typeof leadRows>['execute']>>[number]

/** Returns a query for one lead with all its fields, without its submissions and activities. */
export const wholeLead = (db: Db, companyId: string, id: string) =>
  leadRows(db, companyId).select(leadFields.record).where('l.id', '=', id)
export type Whole = Awaited<ReturnType<ReturnType<typeof wholeLead>['execute']>>[number]

/** Returns a query for the newest 50 submissions of a lead and of the leads merged into it, newest first. */
export const submissionsOf = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('leads')
    .select([
      'id',
      'source',
      'name',
      'organization',
      'phone',
      'about',
      'page',
      'call_volume',
      'message',
      'consent_at',
      'created_at',
    ])
    .where('company_id', '=', companyId)
    .where((e) => e.or([e('id', '=', id), e('merged_into', '=', id)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)

/** Returns a query for at most 20 other leads with the email address of this one, newest first. */
export const sameAddressOf = (db: Db, companyId: string, id: string) =>
  leadRows(db, companyId)
    .where('l.id', '<>', id)
    .where('l.email', '=', (e) =>
      e.selectFrom('leads').select('email').where('company_id', '=', companyId).where('id', '=', id),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(20)

/**
 * Returns the company of the user with this address, if there is one. A user who has signed in but not set up a company
 * yet (the company is a placeholder) does not count and can be invited.
 */
export const accountOf = (db: Db, email: string) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['c.id', 'c.name'])
    .where('p.email', '=', email.toLowerCase())
    .where('c.placeholder', '=', false)
    .executeTakeFirst()

/** Returns a subquery for the ids of leads with all of the first 12 words of a search. Undefined without any word. */
export function matchingLeads(words: string, companyId: string) {
  const found = words.match(/[\p{L}\p{N}]+/gu)
  if (!found) return undefined
  // Each word is a prefix, so that results appear while typing.
  const query = found
    .slice(0, 12)
    .map((w) => `${w}:*`)
    .join(' & ')
  return sql<string>`(select find_leads(${query}, ${companyId}::uuid))`
}

// Columns that the rules of the actions read. They are listed by name, so that their types are known.
const lockedColumns = [
  'company_id',
  'id',
  'name',
  'organization',
  'email',
  'phone',
  'stage',
  'status',
  'lost_reason',
  'owner_id',
  'next_action',
  'next_action_at',
  'tags',
  'version',
] as const
// All other columns that an edit compares with their previous value.
const editedColumns = leadFields.written.filter((name) => !lockedColumns.some((c) => c === name)) as never[]

/**
 * Locks a lead's row and returns the columns that changes depend on. Undefined when it does not exist or was merged
 * into another.
 */
export const lockLeadRow = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('leads')
    .select([...lockedColumns, ...editedColumns])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .forUpdate()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lockLeadRow>>>
