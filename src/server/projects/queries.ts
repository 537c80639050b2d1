import { sql } from 'kysely'
import { providerToday } from '../hours/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { minutesOnProject, minutesOnTask } from '../time/index.ts'

const day = (column: string) => sql<string | null>`${sql.ref(column)}::text`
/** Returns a subselect of a user's name, because a join with the view `people` would read the whole view. */
export const personName = (id: string) =>
  sql<string | null>`(select n.full_name from people n where n.id = ${sql.ref(id)})`
/** Returns a subselect of whether a user belongs to the provider. */
export const isInternal = (id: string) =>
  sql<boolean | null>`(select n.is_internal from people n where n.id = ${sql.ref(id)})`

type Counted = {
  total: number
  done: number
  overdue: number
  overdueSince: string | null
  waitingAll: number
  waiting: number
  waitingSince: string | null
}
/**
 * Selects counts of a project's tasks. For a partner's user, including owners, `waiting` counts only unassigned tasks
 * and that user's own.
 */
const counted = (actor: Pick<Actor, 'kind' | 'userId'>) => sql<Counted>`(select jsonb_build_object(
    'total', count(*), 'done', count(*) filter (where k.status = 'done'),
    'overdue', count(*) filter (where k.status <> 'done' and k.due_on < ${providerToday}),
    'overdueSince', min(k.due_on) filter (where k.status <> 'done' and k.due_on < ${providerToday}),
    'waitingAll', count(*) filter (where k.status = 'waiting_on_partner'),
    'waiting', count(*) filter (where k.status = 'waiting_on_partner' and
      (${actor.kind} = 'staff' or k.assignee_id is null or k.assignee_id = ${actor.userId}::uuid)),
    'waitingSince', hours_day(min(k.status_at) filter (where k.status = 'waiting_on_partner')))
  from project_tasks k where k.company_id = p.company_id and k.project_id = p.id)`

/** The value by which a list by name is sorted. */
export const projectNameKey = sql<string>`lower(p.name)`

/** Returns a query for projects with their company, task counts and used minutes. */
export const projectRows = (db: Db, actor: Pick<Actor, 'kind' | 'userId'>) =>
  db
    .selectFrom('projects as p')
    .select([
      'p.company_id',
      'p.id',
      'p.number',
      'p.name',
      projectNameKey.as('name_key'),
      'p.description',
      'p.status',
      'p.status_at',
      'p.agreement_id',
      'p.lead_id',
      'p.budget_minutes',
      'p.completed_at',
      'p.version',
      'p.created_at',
      'p.updated_at',
    ])
    .select([
      day('p.starts_on').as('starts_on'),
      day('p.due_on').as('due_on'),
      sql<string>`${providerToday}::text`.as('today'),
    ])
    .select((e) => [
      e.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 'p.company_id').as('company'),
      personName('p.lead_id').as('lead'),
      counted(actor).as('tasks'),
      minutesOnProject('p', 'minutes').as('used_minutes'),
    ])
export type Row = Awaited<ReturnType<ReturnType<typeof projectRows>['execute']>>[number]

/** Returns a query for tasks (as `t`) with their assignee, used minutes, and counts of comments and files. */
export const taskRows = (db: Db) =>
  db
    .selectFrom('project_tasks as t')
    .innerJoin('projects as p', (j) => j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'))
    .select([
      't.company_id',
      't.id',
      't.project_id',
      't.phase_id',
      't.position',
      't.title',
      't.status',
      't.side',
      't.assignee_id',
      't.estimate_minutes',
      't.completed_at',
      't.completed_by',
      't.version',
      't.created_at',
      't.updated_at',
      'p.status as project_status',
    ])
    .select([day('t.starts_on').as('starts_on'), day('t.due_on').as('due_on')])
    .select([
      sql<boolean>`t.body <> ''`.as('has_body'),
      sql<boolean>`t.status <> 'done' and coalesce(t.due_on < ${providerToday}, false)`.as('overdue'),
      personName('t.assignee_id').as('assignee'),
      minutesOnTask('t.id').as('used_minutes'),
      sql<number>`(select count(*)::int from project_comments c where c.task_id = t.id)`.as('comments'),
      sql<number>`(select count(*)::int from project_files f where f.company_id = t.company_id and f.project_id = t.project_id and f.task_id = t.id)`.as(
        'files',
      ),
    ])
export type TaskDbRow = Awaited<ReturnType<ReturnType<typeof taskRows>['execute']>>[number]

/** Returns the phases of a project in order. */
export const phaseRows = (db: Db, project: { company_id: string; id: string }) =>
  db
    .selectFrom('project_phases')
    .select(['id', 'name', 'position'])
    .where('company_id', '=', project.company_id)
    .where('project_id', '=', project.id)
    .orderBy('position')
    .execute()

/** Returns a query for the files of projects (`x`, with the stored file as `f`). */
export const projectFileRows = (db: Db) =>
  db
    .selectFrom('project_files as x')
    .innerJoin('shared_files as f', (j) => j.onRef('f.company_id', '=', 'x.company_id').onRef('f.id', '=', 'x.file_id'))
    .select(['f.id', 'f.name', 'f.type', 'f.size', 'x.id as link_id', 'x.created_at', 'x.staff_only'])
    .select(['x.task_id', 'x.comment_id', 'x.update_id', 'x.added_by'])
    .select(personName('x.added_by').as('by'))
export type FileDbRow = Awaited<ReturnType<ReturnType<typeof projectFileRows>['execute']>>[number]

/** Returns a query for comments on tasks (as `c`). */
export const commentRows = (db: Db) =>
  db
    .selectFrom('project_comments as c')
    .select([
      'c.company_id',
      'c.id',
      'c.project_id',
      'c.task_id',
      'c.author_id',
      'c.body',
      'c.staff_only',
      'c.created_at',
    ])
    .select([
      'c.edited_at',
      'c.version',
      personName('c.author_id').as('name'),
      isInternal('c.author_id').as('internal'),
    ])
export type CommentDbRow = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number]

/** Returns a query for project updates (as `u`). */
export const updateRows = (db: Db) =>
  db
    .selectFrom('project_updates as u')
    .select([
      'u.company_id',
      'u.id',
      'u.project_id',
      'u.author_id',
      'u.health',
      'u.body',
      'u.tasks_done',
      'u.tasks_total',
    ])
    .select(['u.created_at', 'u.edited_at', 'u.version', personName('u.author_id').as('author')])
export type UpdateDbRow = Awaited<ReturnType<ReturnType<typeof updateRows>['execute']>>[number]
