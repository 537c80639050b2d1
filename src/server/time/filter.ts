import { sql } from 'kysely'
import type { z } from 'zod'
import type { TimeFilter } from '../../contract/time.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { timeRows } from './queries.ts'

export type Filter = z.infer<typeof TimeFilter>

/** Returns the SQL condition for entries (`e`) that match the filter. */
function narrow(actor: Actor, f: Filter) {
  const all = [sql<boolean>`true`]
  const is = (column: string, value: unknown) => all.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  if (f.ticket) is('e.ticket_id', f.ticket)
  if (f.task) is('e.task_id', f.task)
  if (f.project)
    all.push(
      sql<boolean>`e.task_id in (select k.id from shared_project_tasks k where k.company_id = e.company_id and k.project_id = ${f.project})`,
    )
  if (f.company) is('e.company_id', f.company)
  // As for tickets: the planner cannot tell how many rows a row-level security policy leaves.
  if (actor.kind === 'tenant') is('e.company_id', actor.companyId)
  if (f.user) is('e.user_id', f.user === 'me' ? actor.userId : f.user)
  if (f.from) all.push(sql<boolean>`e.worked_on >= ${f.from}::date`)
  if (f.to) all.push(sql<boolean>`e.worked_on <= ${f.to}::date`)
  if (f.billable) is('e.billable', f.billable === 'yes')
  if (f.workType) all.push(sql<boolean>`e.work_type = any(${f.workType})`)
  if (actor.kind !== 'staff' || !f.removed) all.push(sql<boolean>`not e.removed`)
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

/** Returns the sort value of a row: its day as an instant, because cursors of this list hold instants. */
export const orderValue = (row: { worked_on: string }): string => `${row.worked_on}T00:00:00Z`

/** Returns the query of entries that match the filter, in its sort order, after the cursor. */
export function filterTime(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  let query = timeRows(db, actor)
    .where(narrow(actor, f))
    .orderBy('e.worked_on', f.order)
    .orderBy('e.id', f.order)
    .limit(limit)
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(
      sql<boolean>`(e.worked_on, e.id) ${than} ((${after.value}::timestamptz at time zone 'UTC')::date, ${after.id}::uuid)`,
    )
  }
  return query
}

/** Returns the number of entries that match the filter, and their sums in minutes: worked, billable and charged. */
export const sumTime = (db: Db, actor: Actor, f: Filter) =>
  db
    .selectFrom('time_entries as e')
    .select([
      sql<number>`count(*)::int`.as('entries'),
      sql<number>`coalesce(sum(e.minutes), 0)::int`.as('minutes'),
      sql<number>`coalesce(sum(e.minutes) filter (where e.billable), 0)::int`.as('billable'),
      sql<number>`coalesce(sum(e.charged), 0)::int`.as('charged'),
    ])
    .where(narrow(actor, f))
    .executeTakeFirstOrThrow()
