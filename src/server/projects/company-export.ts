// The company export's tables of projects, their tasks and files.
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import {
  type CompanyExport,
  PAGE,
  tableMaker,
  toExportColumns,
  type ValueNames,
} from '../platform/files/company-export.ts'

export const PROJECTS: ValueNames = {
  planned: 'Planned',
  active: 'Active',
  waiting_on_partner: 'Waiting on partner',
  on_hold: 'On hold',
  done: 'Done',
  canceled: 'Canceled',
}
export const TASKS: ValueNames = {
  todo: 'To do',
  doing: 'In progress',
  waiting_on_partner: 'Waiting on partner',
  done: 'Done',
}
const SIDES: ValueNames = { provider: 'Provider', partner: 'Partner' }
export const HEALTH: ValueNames = { on_track: 'On track', at_risk: 'At risk', delayed: 'Delayed' }

/** Tickets, automations and watchers of projects, one row each. `cursor` is their sort key. */
const projectLinks = sql<{
  company_id: string
  cursor: string
  project: string
  ticket: string | null
  automation: string | null
  watcher: string | null
  createdAt: string
}>`(select x.company_id, x.project_id || ' ' || x.kind || ' ' || x.other as cursor, 'P-' || p.number as project,
    case when x.kind = 1 then (select 'T-' || t.number from shared_tickets t where t.company_id = x.company_id and t.id = x.other) end as ticket,
    case when x.kind = 2 then (select i.name from shared_installations i where i.company_id = x.company_id and i.id = x.other) end as automation,
    case when x.kind = 3 then (select n.full_name from people n where n.id = x.other) end as watcher, x.created_at as "createdAt"
  from (select company_id, project_id, 1 as kind, ticket_id as other, created_at from project_tickets
    union all select company_id, project_id, 2, installation_id, created_at from project_installations
    union all select company_id, project_id, 3, user_id, created_at from project_watchers) x
  join projects p on p.company_id = x.company_id and p.id = x.project_id)`

export const projectsExport: CompanyExport = {
  tables: (platform, actor) => {
    const own = actor.companyId
    const { table, fileTable, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'projects',
        ['projects'],
        toExportColumns(
          [
            'id',
            'number',
            'name',
            'description',
            'status',
            'lead',
            'agreement',
            'startsOn',
            'dueOn',
            'budgetMinutes',
            'completedAt',
            'createdAt',
            'updatedAt',
          ],
          { status: PROJECTS },
        ),
        (db, after) =>
          db
            .selectFrom('projects as p')
            .select([
              'p.id',
              'p.id as cursor',
              'p.name',
              'p.description',
              'p.status',
              'p.budget_minutes as budgetMinutes',
              'p.completed_at as completedAt',
              'p.created_at as createdAt',
              'p.updated_at as updatedAt',
            ])
            .select((e) => [
              sql<string>`'P-' || p.number`.as('number'),
              sql<string | null>`p.starts_on::text`.as('startsOn'),
              sql<string | null>`p.due_on::text`.as('dueOn'),
              e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'p.lead_id').as('lead'),
              e
                .selectFrom('shared_agreements as a')
                .select(sql<string>`'A-' || a.number`.as('number'))
                .whereRef('a.company_id', '=', 'p.company_id')
                .whereRef('a.id', '=', 'p.agreement_id')
                .as('agreement'),
            ])
            .$call(pageOf('p.', after)),
      ),
      table(
        'project-phases',
        ['project_phases'],
        toExportColumns(['id', 'project', 'position', 'name', 'createdAt']),
        (db, after) =>
          db
            .selectFrom('project_phases as h')
            .innerJoin('projects as p', (j) =>
              j.onRef('p.company_id', '=', 'h.company_id').onRef('p.id', '=', 'h.project_id'),
            )
            .select(['h.id', 'h.id as cursor', 'h.position', 'h.name', 'h.created_at as createdAt'])
            .select(sql<string>`'P-' || p.number`.as('project'))
            .$call(pageOf('h.', after)),
      ),
      table(
        'project-links',
        ['project_tickets', 'project_installations', 'project_watchers'],
        toExportColumns(['project', 'ticket', 'automation', 'watcher', 'createdAt']),
        (db, after) =>
          db
            .selectFrom(projectLinks.as('x'))
            .select(['x.cursor', 'x.project', 'x.ticket', 'x.automation', 'x.watcher', 'x.createdAt'])
            .$call(pageOf('x.', after, 'cursor')),
      ),
      table(
        'project-tasks',
        ['project_tasks'],
        toExportColumns(
          [
            'id',
            'project',
            'phase',
            'position',
            'title',
            'body',
            'status',
            'side',
            'assignee',
            'startsOn',
            'dueOn',
            'estimateMinutes',
            'completedAt',
            'completedBy',
          ],
          { status: TASKS, side: SIDES },
        ),
        (db, after) =>
          db
            .selectFrom('project_tasks as t')
            .innerJoin('projects as p', (j) =>
              j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'),
            )
            .innerJoin('project_phases as h', (j) =>
              j.onRef('h.company_id', '=', 't.company_id').onRef('h.id', '=', 't.phase_id'),
            )
            .select([
              't.id',
              't.id as cursor',
              'h.name as phase',
              't.position',
              't.title',
              't.body',
              't.status',
              't.side',
              't.estimate_minutes as estimateMinutes',
              't.completed_at as completedAt',
            ])
            .select((e) => [
              sql<string>`'P-' || p.number`.as('project'),
              sql<string | null>`t.starts_on::text`.as('startsOn'),
              sql<string | null>`t.due_on::text`.as('dueOn'),
              e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 't.assignee_id').as('assignee'),
              e
                .selectFrom('people as n')
                .select('n.full_name')
                .whereRef('n.id', '=', 't.completed_by')
                .as('completedBy'),
            ])
            .$call(pageOf('t.', after)),
      ),
      table(
        'project-comments',
        ['project_comments'],
        toExportColumns(['id', 'project', 'task', 'author', 'body', 'createdAt']),
        (db, after) =>
          db
            .selectFrom('project_comments as c')
            .innerJoin('project_tasks as t', (j) =>
              j.onRef('t.company_id', '=', 'c.company_id').onRef('t.id', '=', 'c.task_id'),
            )
            .innerJoin('projects as p', (j) =>
              j.onRef('p.company_id', '=', 'c.company_id').onRef('p.id', '=', 'c.project_id'),
            )
            .select(['c.id', 'c.id as cursor', 't.title as task', 'c.body', 'c.created_at as createdAt'])
            .select((e) => [
              sql<string>`'P-' || p.number`.as('project'),
              e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'c.author_id').as('author'),
            ])
            // Row-level security already hides internal notes. Filter again, because this data leaves the portal.
            .where('c.staff_only', '=', false)
            .$call(pageOf('c.', after)),
      ),
      table(
        'project-updates',
        ['project_updates'],
        toExportColumns(['id', 'project', 'author', 'health', 'body', 'createdAt'], { health: HEALTH }),
        (db, after) =>
          db
            .selectFrom('project_updates as u')
            .innerJoin('projects as p', (j) =>
              j.onRef('p.company_id', '=', 'u.company_id').onRef('p.id', '=', 'u.project_id'),
            )
            .select(['u.id', 'u.id as cursor', 'u.health', 'u.body', 'u.created_at as createdAt'])
            .select((e) => [
              sql<string>`'P-' || p.number`.as('project'),
              e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'u.author_id').as('author'),
            ])
            .$call(pageOf('u.', after)),
      ),
      fileTable(
        'project-files',
        ['project_files', 'files'],
        toExportColumns(['id', 'project', 'name', 'type', 'size', 'sha256', 'path', 'createdAt']),
        (db, after) => projectFiles(db, own, after),
      ),
    ]
  },
  leftOut: { internal: ['project_templates', 'project_text_versions'] },
}

/** Returns the project files that the company may see, with their paths in the archive. */
function projectFiles(db: Db, companyId: string, after: string | undefined) {
  return db
    .selectFrom('project_files as x')
    .innerJoin('shared_files as f', (j) => j.onRef('f.company_id', '=', 'x.company_id').onRef('f.id', '=', 'x.file_id'))
    .innerJoin('projects as p', (j) => j.onRef('p.company_id', '=', 'x.company_id').onRef('p.id', '=', 'x.project_id'))
    .select(['f.id', 'f.id as cursor', 'f.name', 'f.type', 'f.size', 'f.sha256', 'f.created_at as createdAt'])
    .select([
      sql<string>`'P-' || p.number`.as('project'),
      sql<string>`'attachments/P-' || p.number || '/' || right(f.id::text, 6) || ' ' || regexp_replace(f.name, '[<>:"|?*\\\\/]', '_', 'g')`.as(
        'path',
      ),
    ])
    .where('x.company_id', '=', companyId)
    .where('x.staff_only', '=', false)
    .$if(after !== undefined, (q) => q.where('f.id', '>', after as string))
    .orderBy('f.id')
    .limit(PAGE)
    .execute()
}
