import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

const columns = [
  'l.id',
  'l.company_id',
  'l.name',
  'l.organization',
  'l.email',
  'l.phone',
  'l.source',
  'l.stage',
  'l.status',
  'l.owner_id',
  'l.next_action',
  'l.next_action_at',
  'l.next_action_order',
  'l.name_order',
  'l.tags',
  'l.created_at',
  'l.updated_at',
  'l.version',
] as const

/** Rows of a lead list: those that live on in another are not among them. */
export const rows = (db: Db, companyId: string) =>
  db
    .selectFrom('leads as l')
    .select(columns)
    .select((e) => e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'l.owner_id').as('owner'))
    .where('l.company_id', '=', companyId)
    .where('l.merged_into', 'is', null)

/** A whole lead, without what belongs to it. */
export const whole = (db: Db, companyId: string, id: string) =>
  rows(db, companyId)
    .select(['l.lost_reason', 'l.converted_at', 'l.converted_company_id'])
    .select((e) => [
      e
        .selectFrom('companies as c')
        .select('c.name')
        .whereRef('c.id', '=', 'l.converted_company_id')
        .as('converted_name'),
      e
        .selectFrom('companies as c')
        .select('c.slug')
        .whereRef('c.id', '=', 'l.converted_company_id')
        .as('converted_slug'),
    ])
    .where('l.id', '=', id)

/** What was sent or entered, newest first: the lead's own and that of the leads merged into it. */
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

/** Other leads from the address of this one, newest first. */
export const sameAddressOf = (db: Db, companyId: string, id: string) =>
  rows(db, companyId)
    .where('l.id', '<>', id)
    .where('l.email', '=', (e) =>
      e.selectFrom('leads').select('email').where('company_id', '=', companyId).where('id', '=', id),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(20)

/**
 * The company whose user signs in with this address, if anybody does. Somebody who signed in once and has told nothing
 * yet (a company that is a placeholder) belongs nowhere and can be invited.
 */
export const accountOf = (db: Db, email: string) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['c.id', 'c.name'])
    .where('p.email', '=', email.toLowerCase())
    .where('c.placeholder', '=', false)
    .executeTakeFirst()

/** Ids of leads that contain all the words; `words` is what somebody typed. Undefined when it has no word in it. */
export function matching(words: string, companyId: string) {
  const found = words.match(/[\p{L}\p{N}]+/gu)
  if (!found) return undefined
  // Each word as a beginning, so that a search answers while it is typed.
  const query = found
    .slice(0, 12)
    .map((w) => `${w}:*`)
    .join(' & ')
  return sql<string>`(select find_leads(${query}, ${companyId}::uuid))`
}

/** Locks a lead for a change and gives what the change depends on; undefined when there is none, or it lives on in another. */
export const lock = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('leads')
    .select([
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
    ])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .forUpdate()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>
