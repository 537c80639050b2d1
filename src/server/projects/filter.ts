import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ProjectFilter } from '../../contract/projects.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { type Row, rows } from './queries.ts'

export type Filter = z.infer<typeof ProjectFilter>
/** Where a list by day puts what has none. */
const FAR = '9999-12-31'

const COLUMN: Record<
  Filter['sort'],
  { column: RawBuilder<unknown>; type: RawBuilder<unknown>; kind: CursorValue; of: (r: Row) => string }
> = {
  updated: { column: sql.ref('p.updated_at'), type: sql.raw('timestamptz'), kind: 'instant', of: (r) => r.updated_at },
  number: { column: sql.ref('p.number'), type: sql.raw('bigint'), kind: 'number', of: (r) => String(r.number) },
  name: { column: sql`lower(p.name)`, type: sql.raw('text'), kind: 'text', of: (r) => r.name.toLowerCase() },
  due: {
    column: sql`coalesce(p.due_on, '9999-12-31'::date)`,
    type: sql.raw('date'),
    kind: 'text',
    of: (r) => r.due_on ?? FAR,
  },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue => COLUMN[sort].kind
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => COLUMN[sort].of(row)

/** Projects that pass the filter, in its order, after the cursor. */
export function filtered(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { column, type } = COLUMN[f.sort]
  let query = rows(db, actor).orderBy(column, f.order).orderBy('p.id', f.order).limit(limit)
  if (f.status) query = query.where('p.status', 'in', f.status)
  if (f.company) query = query.where('p.company_id', '=', f.company)
  if (f.lead) query = query.where('p.lead_id', '=', f.lead === 'me' ? actor.userId : f.lead)
  if (f.waiting)
    query = query.where(
      sql<boolean>`exists (select from project_tasks w where w.company_id = p.company_id and w.project_id = p.id
        and w.status = 'waiting_on_partner' and (${actor.kind} = 'staff' or w.assignee_id is null or w.assignee_id = ${actor.userId}::uuid))`,
    )
  if (f.ticket)
    query = query.where(
      sql<boolean>`exists (select from project_tickets l where l.company_id = p.company_id and l.project_id = p.id and l.ticket_id = ${f.ticket})`,
    )
  if (f.installation)
    query = query.where(
      sql<boolean>`exists (select from project_installations l where l.company_id = p.company_id and l.project_id = p.id and l.installation_id = ${f.installation})`,
    )
  if (f.q) {
    const number = /^p-?(\d{1,9})$/i.exec(f.q)?.[1] ?? /^\d{1,9}$/.exec(f.q)?.[0]
    const like = `%${f.q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) =>
      e.or([
        e('p.name', 'ilike', like),
        e.exists(
          e
            .selectFrom('companies as c')
            .select('c.id')
            .whereRef('c.id', '=', 'p.company_id')
            .where('c.name', 'ilike', like),
        ),
        ...(number ? [e('p.number', '=', Number(number))] : []),
      ]),
    )
  }
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, p.id) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}
