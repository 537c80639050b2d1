import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { Plan, Project, Task } from '../../contract/projects/index.ts'
import { describeFile } from '../files/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { FORMER } from '../platform/words.ts'
import { minutesOnProject } from '../time/index.ts'
import { fullTaskCan, getProjectHealth, getProjectPermissions } from './policy.ts'
import {
  presentComment,
  presentPhase,
  presentProjectRow,
  presentTask,
  presentUpdate,
  sideOf,
  toHealthFacts,
} from './present.ts'
import {
  commentRows,
  isInternal,
  personName,
  phaseRows,
  projectFileRows,
  projectRows,
  taskRows,
  updateRows,
} from './queries.ts'

/** Returns a project's company and status. Throws NOT_FOUND when the actor has no such project. */
export async function requireProject(db: Db, id: string): Promise<{ company_id: string; id: string; status: string }> {
  const found = await db
    .selectFrom('projects')
    .select(['company_id', 'id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse('NOT_FOUND')
  return found
}

/** Returns a project as the actor sees it. Throws NOT_FOUND when the actor has no such project. */
export async function readProject(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Project>> {
  const row = await projectRows(db, actor)
    .select([
      minutesOnProject('p', 'charged').as('charged_minutes'),
      sql<{
        id: string
        number: number
        name: string
        completes: boolean
      } | null>`(select jsonb_build_object('id', a.id,
          'number', a.number, 'name', a.name, 'completes', a.billing_point = 'completion' and a.completion_billed_at is null)
        from shared_agreements a where a.company_id = p.company_id and a.id = p.agreement_id)`.as('agreement'),
      sql<
        z.infer<typeof Project>['tickets']
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number,
          'subject', t.subject, 'status', t.status) order by t.number), '[]')
        from project_tickets l join shared_tickets t on t.company_id = l.company_id and t.id = l.ticket_id
        where l.company_id = p.company_id and l.project_id = p.id)`.as('tickets'),
      sql<
        z.infer<typeof Project>['installations']
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name,
          'status', i.status) order by i.name, i.id), '[]')
        from project_installations l join shared_installations i on i.company_id = l.company_id and i.id = l.installation_id
        where l.company_id = p.company_id and l.project_id = p.id)`.as('installations'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const watchers = await db
    .selectFrom('project_watchers as w')
    .select(['w.user_id', personName('w.user_id').as('name'), isInternal('w.user_id').as('internal')])
    .where('w.company_id', '=', row.company_id)
    .where('w.project_id', '=', id)
    .orderBy('w.created_at')
    .orderBy('w.user_id')
    .execute()
  const last = await updateRows(db)
    .where('u.project_id', '=', id)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const files = last
    ? await projectFileRows(db)
        .where('x.project_id', '=', id)
        .where('x.update_id', '=', last.id)
        .orderBy('x.id')
        .execute()
    : []
  const { health, reasons } = getProjectHealth(toHealthFacts(row))
  return {
    ...presentProjectRow(row),
    health,
    healthReasons: reasons,
    version: row.version,
    description: row.description,
    agreement: row.agreement && {
      id: row.agreement.id,
      number: row.agreement.number,
      name: row.agreement.name,
      billsOnCompletion: row.agreement.completes,
    },
    chargedMinutes: row.charged_minutes,
    statusAt: row.status_at,
    completedAt: row.completed_at,
    createdAt: row.created_at,
    tickets: row.tickets,
    installations: row.installations,
    watching: watchers.some((w) => w.user_id === actor.userId),
    watchers: watchers.map((w) => ({ id: w.user_id, name: w.name ?? FORMER, side: sideOf(w.internal) })),
    lastUpdate: last ? presentUpdate(last, files, actor) : null,
    can: getProjectPermissions(actor, row),
  }
}

/** Returns one project. Throws NOT_FOUND when the actor has no such project. */
export const getProject = action(contract.projects.get, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, (db) => readProject(db, actor, id)),
)

/** Returns all phases and tasks of a project. The caller has checked that it exists. */
export async function readPlan(
  db: Db,
  actor: Actor,
  project: { company_id: string; id: string },
): Promise<z.infer<typeof Plan>> {
  const found = await taskRows(db)
    .where('t.company_id', '=', project.company_id)
    .where('t.project_id', '=', project.id)
    .orderBy('t.position')
    .execute()
  const tasks = found.map((t) => presentTask(t, actor))
  const phases = await phaseRows(db, project)
  return { phases: phases.map((p) => presentPhase(p, tasks)), tasks }
}

/** Returns all phases and tasks of a project. Throws NOT_FOUND when the actor has no such project. */
export const getPlan = action(contract.projects.plan, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, async (db) => readPlan(db, actor, await requireProject(db, id))),
)

/** Returns a task as the actor sees it. Throws NOT_FOUND when the actor has no such task. */
export async function readTask(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Task>> {
  const row = await taskRows(db)
    .innerJoin('project_phases as h', (j) =>
      j.onRef('h.company_id', '=', 't.company_id').onRef('h.id', '=', 't.phase_id'),
    )
    .select(['t.body', 'p.number as project_number', 'p.name as project_name', 'h.name as phase'])
    .select((e) => [
      e.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 't.company_id').as('company'),
      personName('t.completed_by').as('completer'),
    ])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const comments = await commentRows(db).where('c.task_id', '=', id).orderBy('c.created_at').orderBy('c.id').execute()
  const files = await projectFileRows(db)
    .where('x.project_id', '=', row.project_id)
    .where('x.task_id', '=', id)
    .orderBy('x.created_at')
    .orderBy('x.id')
    .execute()
  return {
    ...presentTask(row, actor),
    project: {
      id: row.project_id,
      number: row.project_number,
      name: row.project_name,
      status: row.project_status as z.infer<typeof Task>['project']['status'],
    },
    company: { id: row.company_id, name: row.company ?? '' },
    phase: { id: row.phase_id, name: row.phase },
    body: row.body,
    completedBy: row.completed_by ? { id: row.completed_by, name: row.completer ?? FORMER } : null,
    attachments: files.filter((f) => f.comment_id === null).map(describeFile),
    thread: comments.map((c) => presentComment(c, files, actor)),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    can: fullTaskCan(actor, row),
  }
}

/** Returns one task. Throws NOT_FOUND when the actor has no such task. */
export const getTask = action(contract.projects.task, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, (db) => readTask(db, actor, id)),
)
