import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TicketFilter } from '../../contract/tickets.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { everyMatch } from './match.ts'
import { rows } from './queries.ts'
import { dueOrNever, NEVER_DUE } from './sla.ts'
import { readTyped } from './typed.ts'

export type Filter = z.infer<typeof TicketFilter>

const COLUMN: Record<
  Filter['sort'],
  {
    column: RawBuilder<unknown>
    type: RawBuilder<unknown>
    of: (r: {
      updated_at: string
      created_at: string
      number: number
      priority: string
      sla_due_at: string | null
    }) => string
  }
> = {
  updated: { column: sql.ref('t.updated_at'), type: sql.raw('timestamptz'), of: (r) => r.updated_at },
  created: { column: sql.ref('t.created_at'), type: sql.raw('timestamptz'), of: (r) => r.created_at },
  number: { column: sql.ref('t.number'), type: sql.raw('bigint'), of: (r) => String(r.number) },
  due: { column: dueOrNever, type: sql.raw('timestamptz'), of: (r) => r.sla_due_at ?? NEVER_DUE },
  priority: { column: sql.ref('t.priority'), type: sql.raw('text'), of: (r) => r.priority },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue =>
  sort === 'number' ? 'number' : sort === 'priority' ? 'text' : 'instant'
/** The column of an order. */
export const orderColumn = (sort: Filter['sort']): RawBuilder<unknown> => COLUMN[sort].column
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Parameters<(typeof COLUMN)['updated']['of']>[0]): string =>
  COLUMN[sort].of(row)

// A list that is asked for what is late or soon late finds it by `tickets_due` and `tickets_soon`.
const SLA = {
  breached: sql<boolean>`t.sla_due_at <= now()`,
  due_soon: sql<boolean>`(t.sla_soon_at <= now() and t.sla_due_at > now())`,
  paused: sql<boolean>`t.status in ('waiting_on_partner', 'waiting_on_third_party')`,
}

/**
 * Rows that pass the filter, in its order, after the cursor. `search` is what decides whether a row has what was looked
 * for; without it, all that have are found first, however many.
 */
export function filtered(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number | RawBuilder<number>,
  search?: RawBuilder<boolean>,
) {
  const { type } = COLUMN[f.sort]
  const direction = f.order
  // The tickets of one tag stand in this order themselves.
  const tag = f.tag?.length === 1 && f.sort === 'updated' ? f.tag[0] : undefined
  const column = tag === undefined ? COLUMN[f.sort].column : sql.ref('g.updated_at')
  const id = sql.ref<string>(tag === undefined ? 't.id' : 'g.ticket_id')
  let query = rows(db).orderBy(column, direction).orderBy(id, direction).limit(limit)
  if (tag !== undefined)
    query = query
      .innerJoin('ticket_tags as g', (j) =>
        j.onRef('g.company_id', '=', 't.company_id').onRef('g.ticket_id', '=', 't.id'),
      )
      .where('g.tag', '=', tag) as typeof query
  if (f.company) query = query.where('t.company_id', '=', f.company)
  if (f.status) query = query.where('t.status', 'in', f.status)
  if (f.priority) query = query.where('t.priority', 'in', f.priority)
  if (f.category) query = query.where('t.category', 'in', f.category)
  if (f.assignee === 'none') query = query.where('t.assignee_id', 'is', null)
  else if (f.assignee) query = query.where('t.assignee_id', '=', f.assignee === 'me' ? actor.userId : f.assignee)
  if (f.client === 'none') query = query.where('t.client_id', 'is', null)
  else if (f.client) query = query.where('t.client_id', '=', f.client)
  if (f.contact) query = query.where('t.contact_id', '=', f.contact)
  if (f.agreement === 'none') query = query.where('t.agreement_id', 'is', null)
  else if (f.agreement) query = query.where('t.agreement_id', '=', f.agreement)
  if (f.installation === 'none') query = query.where('t.installation_id', 'is', null)
  else if (f.installation) query = query.where('t.installation_id', '=', f.installation)
  if (f.source) query = query.where('t.source', 'in', f.source)
  if (f.rating) query = query.where('t.rating', 'in', f.rating)
  if (f.tag && tag === undefined)
    query = query.where('t.id', 'in', (e) =>
      e
        .selectFrom('ticket_tags as g')
        .select('g.ticket_id')
        .where('g.tag', 'in', f.tag as string[]),
    )
  if (f.sla) {
    const wanted = f.sla.map((which) => SLA[which])
    query = query.where((e) => e.or(wanted))
  }
  if (f.requester) query = query.where('t.requester_id', '=', f.requester === 'me' ? actor.userId : f.requester)
  const typed = readTyped(f.q)
  if (typed) query = query.where(search ?? everyMatch(typed, f.company))
  if (after) {
    const than = sql.raw(direction === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, ${id}) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}
