import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TicketFilter } from '../../contract/tickets.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { matching, rows } from './queries.ts'

export type Filter = z.infer<typeof TicketFilter>

const COLUMN: Record<
  Filter['sort'],
  {
    column: RawBuilder<unknown>
    type: RawBuilder<unknown>
    of: (r: { updated_at: string; created_at: string; number: number; priority: string }) => string
  }
> = {
  updated: { column: sql.ref('t.updated_at'), type: sql.raw('timestamptz'), of: (r) => r.updated_at },
  created: { column: sql.ref('t.created_at'), type: sql.raw('timestamptz'), of: (r) => r.created_at },
  number: { column: sql.ref('t.number'), type: sql.raw('bigint'), of: (r) => String(r.number) },
  priority: { column: sql.ref('t.priority'), type: sql.raw('text'), of: (r) => r.priority },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue =>
  sort === 'number' ? 'number' : sort === 'priority' ? 'text' : 'instant'
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Parameters<(typeof COLUMN)['updated']['of']>[0]): string =>
  COLUMN[sort].of(row)

/** Rows that pass the filter, in its order, after the cursor. */
export function filtered(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { column, type } = COLUMN[f.sort]
  const direction = f.order
  let query = rows(db).orderBy(column, direction).orderBy('t.id', direction).limit(limit)
  if (f.company) query = query.where('t.company_id', '=', f.company)
  if (f.status) query = query.where('t.status', 'in', f.status)
  if (f.priority) query = query.where('t.priority', 'in', f.priority)
  if (f.category) query = query.where('t.category', 'in', f.category)
  if (f.assignee === 'none') query = query.where('t.assignee_id', 'is', null)
  else if (f.assignee) query = query.where('t.assignee_id', '=', f.assignee === 'me' ? actor.userId : f.assignee)
  if (f.requester) query = query.where('t.requester_id', '=', f.requester === 'me' ? actor.userId : f.requester)
  const words = f.q?.trim()
  if (words) {
    const [, named, digits] = /^(t-?)?(\d{1,15})$/i.exec(words) ?? []
    // T-1001 is a ticket's number and nothing else; 1001 may also stand in a text.
    if (named) query = query.where('t.number', '=', Number(digits))
    else {
      const found = matching(words, f.company, digits ? Number(digits) : undefined)
      query = found ? query.where('t.id', 'in', found) : query.where((e) => e.lit(false))
    }
  }
  if (after) {
    const than = sql.raw(direction === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, t.id) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}
