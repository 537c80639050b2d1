import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TicketFilter } from '../../contract/tickets/index.ts'
import { type CursorValue, comesAfter } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { filterConditions, getSortOrder } from '../platform/fields.ts'
import { ticketFields } from './fields.ts'
import { type Row, ticketRows } from './queries.ts'
import { everyMatch } from './search/match.ts'
import { parseSearch } from './search/typed.ts'

export type Filter = z.infer<typeof TicketFilter>

/** Returns the name of a sort order. A cursor carries it so that it cannot be used with another order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Returns the type of the values that a list is sorted by. */
export const orderKind = (sort: Filter['sort']): CursorValue => getSortOrder(ticketFields, sort).kind
/** Returns the column that a list is sorted by. */
export const orderColumn = (sort: Filter['sort']): RawBuilder<unknown> => getSortOrder(ticketFields, sort).by
/** Returns the value that a row is sorted by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => getSortOrder(ticketFields, sort).of(row)

/**
 * Returns the query of rows that pass the filter, in its order, after the cursor. `search` is the condition for a match
 * of the search text. Without it, all matches are found first, however many there are.
 */
export function filterTickets(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number | RawBuilder<number>,
  search?: RawBuilder<boolean>,
) {
  const direction = f.order
  // The table of tags holds the tickets of one tag in this order already.
  const tag = f.tag?.length === 1 && f.sort === 'updated' ? f.tag[0] : undefined
  const column = tag === undefined ? orderColumn(f.sort) : sql.ref('g.updated_at')
  const id = sql.ref<string>(tag === undefined ? 't.id' : 'g.ticket_id')
  const conditions = filterConditions(ticketFields, tag === undefined ? f : { ...f, tag: undefined }, actor)
  // How rare a value is decides which index is best, so a filtered list is planned for each call: its limit remains a
  // parameter. All other lists are planned once.
  const planned = typeof limit === 'number' && conditions.length > (f.company ? 1 : 0) ? sql.val(limit) : limit
  let query = ticketRows(db).orderBy(column, direction).orderBy(id, direction).limit(planned)
  if (tag !== undefined)
    query = query
      .innerJoin('ticket_tags as g', (j) =>
        j.onRef('g.company_id', '=', 't.company_id').onRef('g.ticket_id', '=', 't.id'),
      )
      .where('g.tag', '=', tag) as typeof query
  for (const condition of conditions) query = query.where(condition)
  // The row-level security policies require this anyway, but the planner cannot tell how many rows a policy leaves, and
  // would read the tickets of all companies in the list's order.
  if (actor.kind === 'tenant') query = query.where('t.company_id', '=', actor.companyId)
  const typed = parseSearch(f.q)
  if (typed) query = query.where(search ?? everyMatch(typed, f.company))
  if (after) query = query.where(comesAfter(after, { by: column, kind: orderKind(f.sort), id, direction }))
  return query
}

type Page = Parameters<typeof ticketFields.readPage>[0] & { execute(): Promise<Row[]> }

/** Returns SQL for the rows of such a query, in its order, that looks up each name once. */
export function pageWithNames(query: Page, { sort, order }: Filter): RawBuilder<Row> {
  const direction = sql.raw(order)
  return ticketFields.readPage(query, sql`${orderColumn(sort)} ${direction}, t.id ${direction}`) as RawBuilder<Row>
}

/**
 * Returns the rows of such a query. On a page of a partner, most names appear in many rows. On one of staff, most
 * tickets are of different companies, so that looking up each name in its row takes less time.
 */
export const readTicketPage = async (db: Db, actor: Actor, query: Page, f: Filter): Promise<Row[]> =>
  actor.kind === 'tenant' ? (await pageWithNames(query, f).execute(db)).rows : query.execute()
