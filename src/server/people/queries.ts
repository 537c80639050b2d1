import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { UserFilter } from '../../contract/people.ts'
import { type CursorValue, cursorType } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'

export type Filter = z.infer<typeof UserFilter>

/** The sort value of users who were never active. */
const NEVER = sql<string>`'1970-01-01 00:00:00+00'::timestamptz`
const ORDERS: Record<Filter['sort'], { kind: CursorValue; user: RawBuilder<string>; invitation: RawBuilder<string> }> =
  {
    name: {
      kind: 'text',
      user: sql`lower(p.full_name)`,
      invitation: sql`lower(coalesce(i.full_name, i.email))`,
    },
    seen: {
      kind: 'instant',
      user: sql`coalesce(p.last_seen_at, ${NEVER})`,
      invitation: sql`${NEVER}`,
    },
    created: { kind: 'instant', user: sql`p.created_at`, invitation: sql`i.created_at` },
  }

/** Returns the name of a sort order. A cursor carries it and is valid only in that order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Returns the type of the values that this order sorts by. */
export const orderKind = (sort: Filter['sort']): CursorValue => ORDERS[sort].kind

type Page = Pick<Filter, 'sort' | 'order'> & { after?: { value: string; id: string } | undefined; limit: number }
type Where = Partial<Omit<Filter, 'sort' | 'order'>> & { id?: string }
const ANY: Page = { sort: 'name', order: 'asc', limit: 1 }

const like = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
const after = (page: Page, column: RawBuilder<string>, id: string) => {
  const than = sql.raw(page.order === 'asc' ? '>' : '<')
  const { kind } = ORDERS[page.sort]
  return sql<boolean>`(${column}, ${sql.ref(id)}) ${than} (${page.after?.value}::${cursorType(kind)}, ${page.after?.id}::uuid)`
}

/** Returns a query for one page of the users that match. */
function users(db: Db, where: Where, page: Page) {
  const by = ORDERS[page.sort].user
  const role = sql<string>`coalesce(r.role, case when c.is_internal then 'engineer' else 'member' end)`
  let query = db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select([
      sql<'user' | 'invitation'>`'user'`.as('kind'),
      'p.id',
      sql<string | null>`p.full_name`.as('name'),
      'p.email',
      'p.company_id',
      'c.name as company',
      'c.is_internal',
      role.as('role'),
      'r.role as given_role',
      'p.deactivated_at',
      'p.last_seen_at',
      'p.second_factor',
      'p.created_at',
      sql<string | null>`null::timestamptz`.as('expires_at'),
      sql<string | null>`null::timestamptz`.as('last_sent_at'),
      sql<number>`0`.as('sent_count'),
      sql<string | null>`null::uuid`.as('invited_by'),
      by.as('ordered_by'),
    ])
    .orderBy(by, page.order)
    .orderBy('p.id', page.order)
    .limit(page.limit)
  const words = where.q?.trim()
  if (where.id) query = query.where('p.id', '=', where.id)
  if (where.company) query = query.where('p.company_id', '=', where.company)
  if (where.role) query = query.where(role, 'in', where.role)
  if (where.status && !where.status.includes('active')) query = query.where('p.deactivated_at', 'is not', null)
  if (where.status && !where.status.includes('deactivated')) query = query.where('p.deactivated_at', 'is', null)
  if (where.secondFactor) query = query.where('p.second_factor', '=', where.secondFactor === 'on')
  if (words)
    query = query.where((e) => e.or([e('p.full_name', 'ilike', like(words)), e('p.email', 'ilike', like(words))]))
  if (page.after) query = query.where(after(page, by, 'p.id'))
  return query
}

/** Returns a query for one page of the open invitations that match, with the columns of users. */
function invited(db: Db, where: Where, page: Page) {
  const by = ORDERS[page.sort].invitation
  let query = db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select([
      sql<'user' | 'invitation'>`'invitation'`.as('kind'),
      'i.id',
      'i.full_name as name',
      'i.email',
      'i.company_id',
      'c.name as company',
      'c.is_internal',
      'i.role',
      sql<string | null>`i.role`.as('given_role'),
      sql<string | null>`null::timestamptz`.as('deactivated_at'),
      sql<string | null>`null::timestamptz`.as('last_seen_at'),
      sql<boolean>`false`.as('second_factor'),
      'i.created_at',
      sql<string | null>`i.expires_at`.as('expires_at'),
      sql<string | null>`i.last_sent_at`.as('last_sent_at'),
      'i.sent_count',
      sql<string | null>`i.invited_by`.as('invited_by'),
      by.as('ordered_by'),
    ])
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .orderBy(by, page.order)
    .orderBy('i.id', page.order)
    .limit(page.limit)
  const words = where.q?.trim()
  if (where.id) query = query.where('i.id', '=', where.id)
  if (where.company) query = query.where('i.company_id', '=', where.company)
  if (where.role) query = query.where('i.role', 'in', where.role)
  if (words)
    query = query.where((e) => e.or([e('i.full_name', 'ilike', like(words)), e('i.email', 'ilike', like(words))]))
  if (page.after) query = query.where(after(page, by, 'i.id'))
  return query
}

/**
 * Returns a query for users and open invitations that match the filter, in its order. Each half is limited to one page
 * before the union, so that the expensive columns (inviter, only owner) are computed only for rows that are shown.
 */
export function userRows(db: Db, where: Where, page: Page = ANY) {
  // A filter by two-factor authentication leaves out invitations, because they have none.
  const noUsers = where.status !== undefined && !where.status.some((s) => s !== 'invited')
  const noInvited =
    where.secondFactor !== undefined || (where.status !== undefined && !where.status.includes('invited'))
  const none = sql<boolean>`false`
  const a = noUsers ? users(db, where, page).where(none) : users(db, where, page)
  const b = noInvited ? invited(db, where, page).where(none) : invited(db, where, page)
  const both = db
    .selectFrom(a.as('a'))
    .selectAll()
    .unionAll(db.selectFrom(b.as('b')).selectAll())
  return db
    .selectFrom(both.as('u'))
    .selectAll()
    .select((e) => [
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'u.invited_by').as('inviter'),
      sql<boolean>`(u.kind = 'user' and u.deactivated_at is null
        and u.role = case when u.is_internal then 'admin' else 'owner' end
        and not exists (select from user_roles r join profiles p on p.id = r.user_id
          where r.company_id = u.company_id and r.role = u.role and p.deactivated_at is null and p.id <> u.id))`.as(
        'only_one',
      ),
      sql<boolean>`(u.kind = 'user' and not exists (select from profiles p
        where p.company_id = u.company_id and p.deactivated_at is null and p.id <> u.id))`.as('alone'),
      sql<boolean>`(u.expires_at < now())`.as('expired'),
    ])
    .orderBy('u.ordered_by', page.order)
    .orderBy('u.id', page.order)
    .limit(page.limit)
}
export type Row = Awaited<ReturnType<ReturnType<typeof userRows>['execute']>>[number]
