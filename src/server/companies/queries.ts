import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { CompanyFilter } from '../../contract/companies/index.ts'
import { comesAfter } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { limitOf } from '../platform/database/literal-limit.ts'
import { filterConditions, getSortOrder } from '../platform/fields.ts'
import { companyFields, companyRowFields, nameKey } from './fields.ts'

/** Returns a query of companies with all fields of the profile. */
export const wholeCompany = (db: Db) =>
  db.selectFrom('companies as c').select(companyFields.list).select(companyFields.record)
export type WholeCompany = Awaited<ReturnType<ReturnType<typeof wholeCompany>['executeTakeFirstOrThrow']>>

/** Returns a query of companies with the fields of the staff list. */
export const companyRows = (db: Db) => db.selectFrom('companies as c').select(companyRowFields.list)

export type Filter = z.infer<typeof CompanyFilter>

/** Returns the name of a sort order. The cursor contains it, so that it cannot be used with another order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`

/** How many companies to scan in name order before the index is searched for all matches. */
const AHEAD = 200

/**
 * Returns SQL for the ids of companies whose name, slug or website contains a text. If a short scan in name order fills
 * the first page, these are only the ids of that page.
 */
function having(f: Filter, typed: string, further: boolean, limit: number): RawBuilder<string[]> {
  const all = sql<string[]>`array(select companies_like(${typed}))`
  const { kind, openTickets, hours, quietDays, mail } = f
  if (f.sort !== 'name' || further || kind || openTickets || hours || quietDays || mail) return all
  const words = `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`
  const direction = sql.raw(f.order)
  // Search the index only if the scan does not fill a page.
  return sql<string[]>`(select case when cardinality(n.ids) >= ${limit} then n.ids else ${all} end from (select array(
    select x.id from (select c.id, c.search, ${nameKey} as k from companies c order by k ${direction}, c.id ${direction} limit ${sql.lit(AHEAD)}) x
    where x.search like fold_text(${words}) order by x.k ${direction}, x.id ${direction} limit ${limitOf(limit)}) as ids offset 0) n)::uuid[]`
}

/** Returns the query of companies that pass the filter, in its order, after the cursor. It selects no columns. */
export function filterCompanies(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { by, kind } = getSortOrder(companyRowFields, f.sort)
  let query = db.selectFrom('companies as c').orderBy(by, f.order).orderBy('c.id', f.order).limit(limit)
  if (f.q?.trim()) query = query.where(sql<boolean>`c.id = any(${having(f, f.q, after !== undefined, limit)})`)
  for (const condition of filterConditions(companyRowFields, f, actor)) query = query.where(condition)
  if (after) query = query.where(comesAfter(after, { by, kind, id: sql.ref('c.id'), direction: f.order }))
  return query
}

// The columns that an edit compares. The cast keeps them out of the type, which has only the columns that rules use.
const editedColumns = companyFields.written.filter((column) => column !== 'name') as never[]
/**
 * Locks a company for an edit and returns the columns that the edit needs; undefined when the actor has no such
 * company.
 */
export const lockCompany = (db: Db, id: string) =>
  db
    .selectFrom('companies')
    .select(['name', 'is_internal', 'version', ...editedColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
