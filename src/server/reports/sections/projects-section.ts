import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Scope } from '../scope.ts'
import { figuresOf, foldRest, type Numbers, type Section, tableOf } from './section.ts'

/** Maximum number of rows in the table, including the one for all other projects. */
const MOST = 100
type Row = {
  id: string
  name: string
  number: number
  done: number
  minutes: number
  used: number
  budget: number | null
  open: boolean
}

/**
 * Returns the work on projects in the period and their budgets. Undefined for an end client, because projects do not
 * belong to clients.
 */
export async function projectsSection(db: Db, scope: Scope): Promise<Section | undefined> {
  const { company, client, span, before, zone } = scope
  if (client) return undefined
  const of = (alias: string) => (company ? sql`${sql.ref(`${alias}.company_id`)} = ${company.id}` : sql`true`)
  const inside = (column: string, s: { from: string; to: string }) =>
    sql`(${sql.ref(column)} >= (${s.from}::date::timestamp at time zone ${zone}) and ${sql.ref(column)} < ((${s.to}::date + 1)::timestamp at time zone ${zone}))`
  const [projects, sums] = await Promise.all([
    sql<Row>`
      select p.id, p.name, p.number, p.budget_minutes as budget, p.status not in ('done', 'canceled') as open,
        (select count(*)::int from shared_project_tasks t where t.company_id = p.company_id and t.project_id = p.id and ${inside('t.completed_at', span)}) as done,
        x.minutes, x.used
      from shared_projects p cross join lateral (
        select coalesce(sum(e.minutes) filter (where e.worked_on between ${span.from}::date and ${span.to}::date), 0)::int as minutes,
          coalesce(sum(e.minutes), 0)::int as used
        from shared_project_tasks t join shared_time_entries e on e.task_id = t.id and not e.removed
        where t.company_id = p.company_id and t.project_id = p.id) x
      where ${of('p')} and (p.status not in ('done', 'canceled')
        or p.id in (select t.project_id from shared_project_tasks t where ${of('t')} and ${inside('t.completed_at', span)})
        or p.id in (select t.project_id from shared_time_entries e join shared_project_tasks t on t.id = e.task_id
          where ${of('e')} and not e.removed and e.worked_on between ${span.from}::date and ${span.to}::date))
      order by p.number desc`.execute(db),
    sql<{
      active: number
      completed: number
      completed_before: number
      tasks: number
      tasks_before: number
      minutes: number
      minutes_before: number
    }>`
      select (select count(*)::int from shared_projects p where ${of('p')} and p.status not in ('done', 'canceled')) as active,
        (select count(*)::int from shared_projects p where ${of('p')} and ${inside('p.completed_at', span)}) as completed,
        (select count(*)::int from shared_projects p where ${of('p')} and ${inside('p.completed_at', before)}) as completed_before,
        (select count(*)::int from shared_project_tasks t where ${of('t')} and ${inside('t.completed_at', span)}) as tasks,
        (select count(*)::int from shared_project_tasks t where ${of('t')} and ${inside('t.completed_at', before)}) as tasks_before,
        (select coalesce(sum(e.minutes), 0)::int from shared_time_entries e where ${of('e')} and e.task_id is not null and not e.removed
          and e.worked_on between ${span.from}::date and ${span.to}::date) as minutes,
        (select coalesce(sum(e.minutes), 0)::int from shared_time_entries e where ${of('e')} and e.task_id is not null and not e.removed
          and e.worked_on between ${before.from}::date and ${before.to}::date) as minutes_before`.execute(db),
  ])
  const s = sums.rows[0] as (typeof sums.rows)[number]
  const numbers = (completed: number, tasks: number, minutes: number): Numbers => ({
    'projects.active': s.active,
    'projects.completed': completed,
    'projects.tasks': tasks,
    'projects.minutes': minutes,
  })
  const numbersOf = (p: Row): Numbers => ({
    'projects.tasks': p.done,
    'projects.minutes': p.minutes,
    'projects.used': p.used,
    'projects.budget': p.budget,
  })
  const shown = projects.rows.filter((p) => p.open || p.done > 0 || p.minutes > 0)
  return {
    key: 'projects',
    figures: figuresOf(
      scope,
      ['projects.active', 'projects.completed', 'projects.tasks', 'projects.minutes'],
      numbers(s.completed, s.tasks, s.minutes),
      { ...numbers(s.completed_before, s.tasks_before, s.minutes_before), 'projects.active': null },
    ),
    tables: [
      tableOf(
        scope,
        'projects.byProject',
        foldRest(shown, MOST, 'projects', (p) => ({ id: p.id, name: `P-${p.number} ${p.name}` }), numbersOf),
      ),
    ],
    notes: shown
      .filter((p) => p.open && p.budget !== null && p.used > p.budget)
      .map((p) => `P-${p.number} ${p.name} is over budget.`),
  }
}
