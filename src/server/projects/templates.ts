import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { type NewProjectTemplate, type ProjectTemplate, TemplatePhases } from '../../contract/projects/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'

type Template = z.infer<typeof ProjectTemplate>
type New = z.infer<typeof NewProjectTemplate>

const templateRows = (db: Db) =>
  db
    .selectFrom('project_templates')
    .select(['company_id', 'id', 'name', 'description', 'budget_minutes', 'phases', 'version', 'updated_at'])
    .where('archived_at', 'is', null)
type Row = Awaited<ReturnType<ReturnType<typeof templateRows>['execute']>>[number]

const present = (r: Row): Template => ({
  id: r.id,
  name: r.name,
  description: r.description,
  budgetMinutes: r.budget_minutes,
  phases: TemplatePhases.parse(r.phases),
  version: r.version,
  updatedAt: r.updated_at,
})

/** Throws UNPROCESSABLE at `dueDay` of a task that is due before it starts. */
function check(phases: New['phases']): void {
  const fields: Record<string, string[]> = {}
  for (const [p, phase] of phases.entries())
    for (const [t, task] of phase.tasks.entries())
      if (task.startDay !== null && task.dueDay !== null && task.dueDay < task.startDay)
        fields[`phases.${p}.tasks.${t}.dueDay`] = ['The due day can’t be before the start day.']
  if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
}

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    if ((e as { constraint?: string }).constraint === 'project_templates_by_name')
      throw refuse('NAME_TAKEN', { fields: { name: ['Another template has this name. Choose a different one.'] } })
    throw e
  }
}

/** Locks a template and returns it. Throws NOT_FOUND, and CONFLICT when it has changed since `version`. */
async function lockTemplate(db: Db, { id, version }: { id: string; version: number }): Promise<Row> {
  const row = await templateRows(db).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.version !== version) throw refuse('CONFLICT', { current: present(row) })
  return row
}

const change = (db: Db, row: Row) =>
  db
    .updateTable('project_templates')
    .set({ version: row.version + 1, updated_at: sql<string>`now()` })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)

const recordTemplateChange = (
  db: Db,
  context: ActorContext,
  row: { company_id: string; id: string },
  act: string,
  after: object,
) =>
  recordAudit(db, context, {
    companyId: row.company_id,
    action: `project_template.${act}`,
    subjectType: 'project_template',
    subjectId: row.id,
    after,
  })

/** Returns the project templates, by name. */
export const listProjectTemplates = action(contract.projects.templates, ({ platform, actor }) =>
  platform.db.askAs(actor, async (db) => ({
    items: (await templateRows(db).orderBy(sql`lower(name)`).orderBy('id').execute()).map(present),
  })),
)

/** Creates a template. Throws NAME_TAKEN, and UNPROCESSABLE at a task that is due before it starts. */
export const createProjectTemplate = action(contract.projects.createTemplate, (context, input) =>
  createOnce(context, input, async (db) => {
    check(input.phases)
    const own = { company_id: context.actor.companyId, id: uuid() }
    await named(() =>
      db
        .insertInto('project_templates')
        .values({
          ...own,
          name: input.name,
          description: input.description,
          budget_minutes: input.budgetMinutes,
          phases: JSON.stringify(input.phases),
        })
        .execute(),
    )
    await recordTemplateChange(db, context, own, 'created', input)
    return present(await templateRows(db).where('id', '=', own.id).executeTakeFirstOrThrow())
  }),
)

/**
 * Changes a template, but not the projects that were created from it. Throws NOT_FOUND, CONFLICT, NAME_TAKEN, and
 * UNPROCESSABLE at a task that is due before it starts.
 */
export const editProjectTemplate = action(contract.projects.editTemplate, (context, input) =>
  context.platform.db.asActor(context.actor, async (db) => {
    const row = await lockTemplate(db, input)
    const before = present(row)
    const { id: _, version: __, ...wanted } = input
    const after = { ...before, ...Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== undefined)) }
    if (isDeepStrictEqual(before, after)) return before
    check(after.phases)
    await named(() =>
      change(db, row)
        .set({
          name: after.name,
          description: after.description,
          budget_minutes: after.budgetMinutes,
          phases: JSON.stringify(after.phases),
        })
        .execute(),
    )
    await recordTemplateChange(db, context, row, 'edited', wanted)
    return present(await templateRows(db).where('id', '=', row.id).executeTakeFirstOrThrow())
  }),
)

/** Archives a template. Throws NOT_FOUND, and CONFLICT when it has changed since `version`. */
export const archiveProjectTemplate = action(contract.projects.archiveTemplate, (context, input) =>
  context.platform.db.asActor(context.actor, async (db) => {
    const row = await lockTemplate(db, input)
    await change(db, row).set({ archived_at: sql<string>`now()` }).execute()
    await recordTemplateChange(db, context, row, 'archived', {})
    return present(row)
  }),
)
