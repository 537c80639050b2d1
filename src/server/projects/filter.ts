import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { foldText } from '../../contract/plain/fold-text.ts'
import type { ProjectFilter } from '../../contract/projects/index.ts'
import { type CursorValue, comesAfter } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { referenceIn } from '../platform/search/references.ts'
import { projectNameKey, projectRows, type Row } from './queries.ts'

export type Filter = z.infer<typeof ProjectFilter>
/** The sort value of projects without a due date. */
const FAR = '9999-12-31'

const COLUMN: Record<Filter['sort'], { column: RawBuilder<unknown>; kind: CursorValue; of: (r: Row) => string }> = {
  updated: { column: sql.ref('p.updated_at'), kind: 'instant', of: (r) => r.updated_at },
  number: { column: sql.ref('p.number'), kind: 'number', of: (r) => String(r.number) },
  name: { column: projectNameKey, kind: 'text', of: (r) => r.name_key },
  due: {
    column: sql`coalesce(p.due_on, '9999-12-31'::date)`,
    kind: 'day',
    of: (r) => r.due_on ?? FAR,
  },
}

/** Returns the name of a sort order. A cursor carries it and is valid only in that order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Returns the type of the values that this order sorts by. */
export const orderKind = (sort: Filter['sort']): CursorValue => COLUMN[sort].kind
/** Returns the value that a row is sorted by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => COLUMN[sort].of(row)

/** Returns a query for the projects that match the filter, in its order, after the cursor. */
export function filterProjects(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { column, kind } = COLUMN[f.sort]
  let query = projectRows(db, actor).orderBy(column, f.order).orderBy('p.id', f.order).limit(limit)
  if (f.status) query = query.where('p.status', 'in', f.status)
  if (f.company) query = query.where('p.company_id', '=', f.company)
  // As for tickets: the planner cannot tell how many rows a row-level security policy leaves.
  if (actor.kind === 'tenant') query = query.where('p.company_id', '=', actor.companyId)
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
    const number = /^p-?(\d{1,9})$/i.exec(f.q)?.[1] ?? /^\d{1,9}$/.exec(f.q)?.[0] ?? referenceIn(f.q, 'P')
    const like = `%${foldText(f.q).replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) =>
      e.or([
        sql<boolean>`fold_text(p.name) like ${like}`,
        e.exists(
          e
            .selectFrom('companies as c')
            .select('c.id')
            .whereRef('c.id', '=', 'p.company_id')
            .where(sql<boolean>`fold_text(c.name) like ${like}`),
        ),
        ...(number ? [e('p.number', '=', Number(number))] : []),
      ]),
    )
  }
  if (after) query = query.where(comesAfter(after, { by: column, kind, id: sql.ref('p.id'), direction: f.order }))
  return query
}
