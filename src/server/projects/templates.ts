import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type NewProjectTemplate, type ProjectTemplate, TemplatePhases } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'

type Template = z.infer<typeof ProjectTemplate>
type New = z.infer<typeof NewProjectTemplate>
type Edit = { id: string; version: number } & { [K in keyof New]?: New[K] | undefined }

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

/** UNPROCESSABLE beside the day of a task that is due before it begins. */
function check(phases: New['phases']): void {
  const fields: Record<string, string[]> = {}
  for (const [p, phase] of phases.entries())
    for (const [t, task] of phase.tasks.entries())
      if (task.startDay !== null && task.dueDay !== null && task.dueDay < task.startDay)
        fields[`phases.${p}.tasks.${t}.dueDay`] = ['It cannot be due before it begins.']
  if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
}

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    if ((e as { constraint?: string }).constraint === 'project_templates_by_name')
      throw refuse('NAME_TAKEN', { fields: { name: ['Another template has this name already.'] } })
    throw e
  }
}

/** A template that is held. NOT_FOUND, CONFLICT. */
async function take(db: Db, { id, version }: { id: string; version: number }): Promise<Row> {
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

const keep = (db: Db, context: Actored, row: { company_id: string; id: string }, act: string, after: object) =>
  record(db, context, {
    companyId: row.company_id,
    action: `project_template.${act}`,
    subjectType: 'project_template',
    subjectId: row.id,
    after,
  })

/** What projects can begin with, by name. */
export const templates = ({ platform, actor }: Actored): Promise<{ items: Template[] }> =>
  platform.db.askAs(actor, async (db) => ({
    items: (await templateRows(db).orderBy(sql`lower(name)`).orderBy('id').execute()).map(present),
  }))

/** Writes a template. NAME_TAKEN; UNPROCESSABLE beside days that do not follow each other. */
export const createTemplate = (context: Actored, input: New): Promise<Template> =>
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
    await keep(db, context, own, 'created', input)
    return present(await templateRows(db).where('id', '=', own.id).executeTakeFirstOrThrow())
  })

/** Changes a template; projects that were made of it stay. NOT_FOUND, CONFLICT, NAME_TAKEN. */
export const editTemplate = (context: Actored, input: Edit): Promise<Template> =>
  context.platform.db.asActor(context.actor, async (db) => {
    const row = await take(db, input)
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
    await keep(db, context, row, 'edited', wanted)
    return present(await templateRows(db).where('id', '=', row.id).executeTakeFirstOrThrow())
  })

/** Offers a template no more. NOT_FOUND, CONFLICT. */
export const archiveTemplate = (context: Actored, input: { id: string; version: number }): Promise<Template> =>
  context.platform.db.asActor(context.actor, async (db) => {
    const row = await take(db, input)
    await change(db, row).set({ archived_at: sql<string>`now()` }).execute()
    await keep(db, context, row, 'archived', {})
    return present(row)
  })
