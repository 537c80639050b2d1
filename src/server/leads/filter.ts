import { sql } from 'kysely'
import type { z } from 'zod'
import type { LeadFilter } from '../../contract/leads/index.ts'
import { type CursorValue, comesAfter } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { filterConditions, getSortOrder } from '../platform/fields.ts'
import { leadFields } from './fields.ts'
import { leadRows, matchingLeads, type Row } from './queries.ts'

export type Filter = z.infer<typeof LeadFilter>

/** Returns the name of a sort order. A cursor carries it so that it cannot be used with another order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Returns the type of the values that a list is sorted by. */
export const orderKind = (sort: Filter['sort']): CursorValue => getSortOrder(leadFields, sort).kind
/** Returns the value that a row is sorted by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => getSortOrder(leadFields, sort).of(row)

/** Returns a query for the leads that pass the filter, in its order, after the cursor. */
export function filterLeads(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { by, kind } = getSortOrder(leadFields, f.sort)
  let query = leadRows(db, actor.companyId).orderBy(by, f.order).orderBy('l.id', f.order).limit(limit)
  for (const condition of filterConditions(leadFields, f, actor)) query = query.where(condition)
  const words = f.q?.trim()
  if (words) {
    const found = matchingLeads(words, actor.companyId)
    query = found ? query.where('l.id', 'in', found) : query.where((e) => e.lit(false))
  }
  if (after) query = query.where(comesAfter(after, { by, kind, id: sql.ref('l.id'), direction: f.order }))
  return query
}
