// Steps shared by the actions of this module.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { claimFiles } from '../files/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type By, recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { refuse } from '../platform/http/api.ts'
import { isOver } from './policy.ts'
import { readProject, readTask } from './read.ts'

/** A project whose row is locked. */
export type Held = NonNullable<Awaited<ReturnType<typeof lock>>>
const lock = (db: Db, id: string) =>
  db
    .selectFrom('projects')
    .select([
      'company_id',
      'id',
      'number',
      'name',
      'description',
      'status',
      'agreement_id',
      'lead_id',
      'budget_minutes',
      'version',
    ])
    .select([sql<string | null>`starts_on::text`.as('starts_on'), sql<string | null>`due_on::text`.as('due_on')])
    .where('id', '=', id)
    // Not `for update`, so that writes of tasks and files, which refer to the project, do not wait.
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Locks a project for a change and returns it. Throws NOT_FOUND when the actor has no such project, and CONFLICT with
 * the current project when its version is not `version`.
 */
export async function lockProject(db: Db, actor: Actor, id: string, version?: number): Promise<Held> {
  const held = await lock(db, id)
  if (!held) throw refuse('NOT_FOUND')
  if (version !== undefined && held.version !== version)
    throw refuse('CONFLICT', { current: await readProject(db, actor, id) })
  return held
}

/**
 * Locks a project for a change of its plan and returns it. Like `lockProject`, but throws PROJECT_OVER when the project
 * has ended.
 */
export async function lockOpenProject(db: Db, actor: Actor, id: string): Promise<Held> {
  const held = await lockProject(db, actor, id)
  if (isOver(held.status)) throw refuse('PROJECT_OVER')
  return held
}

/**
 * A task that is locked with its project. The project is locked first, so that two changes of one plan cannot deadlock.
 */
export type HeldTask = NonNullable<Awaited<ReturnType<typeof lockTask>>>
const lockTask = (db: Db, id: string) =>
  db
    .selectFrom('project_tasks')
    .select([
      'company_id',
      'id',
      'project_id',
      'phase_id',
      'position',
      'title',
      'body',
      'status',
      'side',
      'assignee_id',
      'estimate_minutes',
      'completed_by',
      'version',
    ])
    .select([sql<string | null>`starts_on::text`.as('starts_on'), sql<string | null>`due_on::text`.as('due_on')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * Locks a task and its project for a change and returns both. Throws NOT_FOUND when the actor has no such task, and
 * CONFLICT with the current task when its version is not `version`.
 */
export async function lockTaskInProject(
  db: Db,
  actor: Actor,
  id: string,
  version?: number,
): Promise<{ task: HeldTask; project: Held }> {
  const at = await db.selectFrom('project_tasks').select('project_id').where('id', '=', id).executeTakeFirst()
  if (!at) throw refuse('NOT_FOUND')
  const project = await lockProject(db, actor, at.project_id)
  const task = await lockTask(db, id)
  if (!task) throw refuse('NOT_FOUND')
  if (version !== undefined && task.version !== version)
    throw refuse('CONFLICT', { current: await readTask(db, actor, id) })
  return { task, project }
}

/**
 * Returns an update query of a project that sets `updated_at`. Callers that change its fields also raise the version.
 */
export const changeProject = (db: Db, p: { company_id: string; id: string }) =>
  db
    .updateTable('projects')
    .set({ updated_at: sql<string>`now()` })
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id)

type What = {
  kind: string
  /** The task or phase concerned, or the linked ticket or automation. */
  about?: { id: string; name: string }
  before?: object
  after?: object
  reason?: string
  staffOnly?: boolean
  /** Data of the event, for the notifier. */
  data?: object
}

/** Records a change in a project: writes the audit log, publishes an event, and moves the project up in lists. */
export async function recordProjectAct(
  db: Db,
  by: By,
  p: { company_id: string; id: string },
  what: What,
): Promise<void> {
  await recordAudit(db, by, {
    companyId: p.company_id,
    action: `project.${what.kind}`,
    subjectType: 'project',
    subjectId: p.id,
    ...(what.before ? { before: what.before } : {}),
    after: { ...what.after, ...(what.about ? { about: what.about.name, aboutId: what.about.id } : {}) },
    ...(what.reason ? { reason: what.reason } : {}),
  })
  await publish(db, by.actor, {
    companyId: p.company_id,
    topic: 'project',
    kind: what.kind,
    subjectId: p.id,
    staffOnly: what.staffOnly ?? false,
    data: { ...what.data, ...(what.about ? { aboutId: what.about.id } : {}) },
  })
  if (!what.staffOnly) await changeProject(db, p).execute()
}

/** Saves the previous text of a comment or an update. */
export const saveText = (
  db: Db,
  of: { comment_id: string } | { update_id: string },
  before: { company_id: string; body: string; created_at: string; edited_at: string | null },
) =>
  db
    .insertInto('project_text_versions')
    .values({
      company_id: before.company_id,
      id: uuid(),
      ...of,
      body: before.body,
      written_at: before.edited_at ?? before.created_at,
    })
    .execute()

/** Returns the columns to set when a task's status changes. */
export const statusFields = (actor: Actor, from: string, to: string) =>
  from === to
    ? {}
    : {
        status: to,
        status_at: sql<string>`now()`,
        completed_at: to === 'done' ? sql<string>`now()` : null,
        completed_by: to === 'done' ? actor.userId : null,
      }

/**
 * Sets the positions of a project's tasks or phases to their order in `ids`. The caller must have locked the project.
 */
export const setPositions = (db: Db, table: 'project_tasks' | 'project_phases', p: Held, ids: readonly string[]) =>
  sql`update ${sql.table(table)} t set position = v.place - 1
    from unnest(${ids}::uuid[]) with ordinality as v(id, place)
    where t.company_id = ${p.company_id} and t.project_id = ${p.id} and t.id = v.id and t.position <> v.place - 1`.execute(
    db,
  )

/** Returns the ids of all tasks or phases of a project, in order. */
export const idsOf = async (
  db: Db,
  table: 'project_tasks' | 'project_phases',
  p: { company_id: string; id: string },
): Promise<string[]> =>
  (
    await db
      .selectFrom(table)
      .select('id')
      .where('company_id', '=', p.company_id)
      .where('project_id', '=', p.id)
      .orderBy('position')
      .execute()
  ).map((t) => t.id)

/** Throws UNPROCESSABLE at `field` when the person is not an active user of that side. */
export async function checkPerson(
  db: Db,
  companyId: string,
  person: { id: string; side: string },
  field: string,
): Promise<void> {
  const found = await db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.company_id', 'c.is_internal'])
    .where('p.id', '=', person.id)
    .where('p.deactivated_at', 'is', null)
    .executeTakeFirst()
  const fits = found && (person.side === 'provider' ? found.is_internal : found.company_id === companyId)
  if (!fits)
    throw refuse('UNPROCESSABLE', {
      fields: {
        [field]: [person.side === 'provider' ? 'Choose one of our engineers.' : 'Choose someone at this company.'],
      },
    })
}

type Of = { taskId?: string; commentId?: string; updateId?: string; staffOnly?: boolean }
/** Adds uploaded files to a project. Throws ATTACHMENT_GONE. */
export async function attachToProject(
  db: Db,
  actor: Actor,
  p: { company_id: string; id: string },
  fileIds: string[],
  of: Of = {},
): Promise<void> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return
  const staffOnly = of.staffOnly ?? false
  await claimFiles(db, actor, ids, { companyId: p.company_id, staffOnly })
  await db
    .insertInto('project_files')
    .values(
      ids.map((file_id) => ({
        company_id: p.company_id,
        id: uuid(),
        project_id: p.id,
        task_id: of.taskId ?? null,
        comment_id: of.commentId ?? null,
        update_id: of.updateId ?? null,
        file_id,
        staff_only: staffOnly,
        added_by: actor.userId,
      })),
    )
    .execute()
}

/** Adds watchers to a project. Existing watchers stay. */
export const addProjectWatchers = async (
  db: Db,
  p: { company_id: string; id: string },
  userIds: readonly string[],
): Promise<void> => {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return
  await db
    .insertInto('project_watchers')
    .values(ids.map((user_id) => ({ company_id: p.company_id, project_id: p.id, user_id })))
    .onConflict((c) => c.doNothing())
    .execute()
}
