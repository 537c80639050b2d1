import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { LeadFilter } from '../../contract/leads.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { matching, rows } from './queries.ts'

export type Filter = z.infer<typeof LeadFilter>
type Ordered = { created_at: string; updated_at: string; next_action_order: string; name_order: string }

const COLUMN: Record<
  Filter['sort'],
  { column: RawBuilder<unknown>; type: RawBuilder<unknown>; of: (r: Ordered) => string }
> = {
  created: { column: sql.ref('l.created_at'), type: sql.raw('timestamptz'), of: (r) => r.created_at },
  updated: { column: sql.ref('l.updated_at'), type: sql.raw('timestamptz'), of: (r) => r.updated_at },
  next_action: {
    column: sql.ref('l.next_action_order'),
    type: sql.raw('timestamptz'),
    of: (r) => r.next_action_order,
  },
  name: { column: sql.ref('l.name_order'), type: sql.raw('text'), of: (r) => r.name_order },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue => (sort === 'name' ? 'text' : 'instant')
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Ordered): string => COLUMN[sort].of(row)

/** Rows that pass the filter, in its order, after the cursor. */
export function filtered(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { column, type } = COLUMN[f.sort]
  let query = rows(db, actor.companyId).orderBy(column, f.order).orderBy('l.id', f.order).limit(limit)
  // One value as an equation: only that lets the indexes of open leads serve.
  if (f.status?.length === 1) query = query.where('l.status', '=', sql.lit(f.status[0] as string))
  else if (f.status) query = query.where('l.status', 'in', f.status)
  if (f.stage) query = query.where('l.stage', 'in', f.stage)
  if (f.source) query = query.where('l.source', 'in', f.source)
  if (f.owner === 'none') query = query.where('l.owner_id', 'is', null)
  else if (f.owner) query = query.where('l.owner_id', '=', f.owner === 'me' ? actor.userId : f.owner)
  if (f.due === 'overdue') query = query.where('l.next_action_order', '<', sql<string>`now()`)
  if (f.due === 'week') query = query.where('l.next_action_order', '<', sql<string>`now() + interval '7 days'`)
  if (f.due === 'none') query = query.where('l.next_action', 'is', null)
  if (f.tag) query = query.where(sql<boolean>`${f.tag} = any(l.tags)`)
  const words = f.q?.trim()
  if (words) {
    const found = matching(words, actor.companyId)
    query = found ? query.where('l.id', 'in', found) : query.where((e) => e.lit(false))
  }
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, l.id) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}
