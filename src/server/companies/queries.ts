import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { CompanyFilter } from '../../contract/companies.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { URGENT_HOURS } from './policy.ts'

/** A whole company. */
export const whole = (db: Db) =>
  db
    .selectFrom('companies as c')
    .select([
      'c.id',
      'c.name',
      'c.slug',
      'c.is_internal',
      'c.placeholder',
      'c.phone',
      'c.website',
      'c.address',
      'c.description',
      'c.time_zone',
      'c.tools',
      'c.business_hours',
      'c.version',
      'c.created_at',
    ])
    .select((e) => e.selectFrom('visible_pictures as p').select('p.etag').whereRef('p.id', '=', 'c.id').as('logo'))

// As people sort: capitals make no difference.
const nameKey = sql<string>`lower(c.name)`
const OPEN = sql.raw(`('new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party')`)
const open = sql<number>`(select coalesce(sum(n.count), 0)::int from ticket_counts n where n.company_id = c.id and n.status in ${OPEN})`
const waiting = sql<number>`(select coalesce(sum(n.count), 0)::int from ticket_counts n where n.company_id = c.id and n.status in ('new', 'in_progress'))`
// The words of the partial index `tickets_urgent`.
const urgentOnes = sql.raw(
  `from tickets t where t.company_id = c.id and t.status not in ('resolved', 'closed') and t.priority in ('P1', 'P2')`,
)
const urgent = sql<number>`(select count(*)::int ${urgentOnes})`
const overdue = sql<number>`(select count(*)::int ${urgentOnes} and t.created_at < now() - make_interval(hours => ${sql.lit(URGENT_HOURS)}))`
const users = sql<number>`(select count(*)::int from profiles p where p.company_id = c.id and p.deactivated_at is null)`
const lastSeen = sql<
  string | null
>`(select p.last_seen_at from profiles p where p.company_id = c.id order by p.last_seen_at desc nulls last limit 1)`
const owners = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.full_name) order by p.full_name), '[]'::json)
  from user_roles r join profiles p on p.id = r.user_id
  where p.company_id = c.id and r.role = 'owner' and p.deactivated_at is null)`
const hours = sql<number | null>`(select b.balance from hour_balances b where b.company_id = c.id)`
const hoursBase = sql<number | null>`(select b.base from hour_balances b where b.company_id = c.id)`
// Whoever never had hours comes after everybody who had.
const hoursOrNever = sql<number>`coalesce(${hours}, ${sql.lit(2_147_483_647)})`
// Somebody who was never seen comes before everybody who was.
const seenOrNever = sql<string>`coalesce(${lastSeen}, '-infinity'::timestamptz)`

export type Filter = z.infer<typeof CompanyFilter>
type Found = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** Rows of the staff's list. The figures are sub-selects: they are counted for the rows of one page only. */
export const rows = (db: Db) =>
  db
    .selectFrom('companies as c')
    .select(['c.id', 'c.name', 'c.slug', 'c.is_internal', 'c.placeholder', 'c.website', 'c.created_at'])
    .select((e) => [
      e.selectFrom('visible_pictures as p').select('p.etag').whereRef('p.id', '=', 'c.id').as('logo'),
      nameKey.as('name_key'),
      owners.as('owners'),
      users.as('users'),
      open.as('open'),
      urgent.as('urgent'),
      overdue.as('overdue'),
      waiting.as('waiting'),
      hours.as('hours'),
      hoursBase.as('hours_base'),
      lastSeen.as('last_seen_at'),
    ])

const NEVER = '0001-01-01T00:00:00Z'
const SORT: Record<
  Filter['sort'],
  { column: RawBuilder<unknown>; kind: CursorValue; type: RawBuilder<unknown>; of: (row: Found) => string }
> = {
  name: { column: nameKey, kind: 'text', type: sql.raw('text'), of: (r) => r.name_key },
  openTickets: { column: open, kind: 'number', type: sql.raw('bigint'), of: (r) => String(r.open) },
  hours: {
    column: hoursOrNever,
    kind: 'number',
    type: sql.raw('bigint'),
    of: (r) => String(r.hours ?? 2_147_483_647),
  },
  lastSeen: {
    column: sql`coalesce(${lastSeen}, ${sql.lit(NEVER)}::timestamptz)`,
    kind: 'instant',
    type: sql.raw('timestamptz'),
    of: (r) => r.last_seen_at ?? NEVER,
  },
  created: { column: sql.ref('c.created_at'), kind: 'instant', type: sql.raw('timestamptz'), of: (r) => r.created_at },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue => SORT[sort].kind
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Found): string => SORT[sort].of(row)

const KIND = {
  internal: sql<boolean>`c.is_internal`,
  placeholder: sql<boolean>`(not c.is_internal and c.placeholder)`,
  partner: sql<boolean>`(not c.is_internal and not c.placeholder)`,
}

/** Companies that are looked at in the order of their names before the index is asked for all that have what was typed. */
const AHEAD = 200

/** Companies that have this in their name, address or website: those on the first page, where that is soon read. */
function having(f: Filter, typed: string, further: boolean, limit: number): RawBuilder<string[]> {
  const all = sql<string[]>`array(select companies_like(${typed}))`
  const { kind, openTickets, hours, quietDays } = f
  if (f.sort !== 'name' || further || kind || openTickets || hours || quietDays) return all
  const words = `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`
  const direction = sql.raw(f.order)
  // What the index gives is fetched only where the first do not fill a page.
  return sql<string[]>`(select case when cardinality(n.ids) >= ${limit} then n.ids else ${all} end from (select array(
    select x.id from (select c.id, c.search, ${nameKey} as k from companies c order by k ${direction}, c.id ${direction} limit ${sql.lit(AHEAD)}) x
    where x.search like fold_text(${words}) order by x.k ${direction}, x.id ${direction} limit ${limit}) as ids offset 0) n)::uuid[]`
}

/** Rows that pass the filter, in its order, after the cursor. */
export function filtered(db: Db, f: Filter, after: { value: string; id: string } | undefined, limit: number) {
  const { column, type } = SORT[f.sort]
  let query = rows(db).orderBy(column, f.order).orderBy('c.id', f.order).limit(limit)
  if (f.q?.trim()) query = query.where(sql<boolean>`c.id = any(${having(f, f.q, after !== undefined, limit)})`)
  if (f.kind) {
    const kinds = f.kind
    query = query.where((e) => e.or(kinds.map((kind) => KIND[kind])))
  }
  if (f.openTickets)
    query = query.where(f.openTickets === 'yes' ? sql<boolean>`${open} > 0` : sql<boolean>`${open} = 0`)
  if (f.hours)
    query = query.where(
      f.hours === 'out'
        ? sql<boolean>`${hours} <= 0`
        : sql<boolean>`exists (select from hour_balances b where b.company_id = c.id and b.balance * 5 <= b.base)`,
    )
  if (f.quietDays)
    query = query.where(sql<boolean>`${seenOrNever} < now() - make_interval(days => ${f.quietDays}::int)`)
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, c.id) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}
