import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { addDays } from '../../contract/plain/days.ts'
import { TemplatePhases } from '../../contract/projects/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { wrongDays } from './policy.ts'
import { readProject } from './read.ts'
import { addProjectWatchers, checkPerson, recordProjectAct } from './write.ts'

type Template = { name: string; phases: z.infer<typeof TemplatePhases> }

/** Throws UNPROCESSABLE at `agreementId` when the agreement is not the company's, or is a draft. */
export async function checkAgreement(db: Db, companyId: string, agreementId: string | null): Promise<void> {
  if (agreementId === null) return
  const found = await db
    .selectFrom('shared_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', agreementId)
    .where('status', '<>', 'draft')
    .executeTakeFirst()
  if (!found)
    throw refuse('UNPROCESSABLE', {
      fields: { agreementId: ['Choose an agreement of this company that isn’t a draft.'] },
    })
}

async function templateOf(db: Db, id: string | null): Promise<Template | undefined> {
  if (id === null) return undefined
  const found = await db
    .selectFrom('project_templates')
    .select(['name', 'phases'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!found)
    throw refuse('UNPROCESSABLE', { fields: { templateId: ['This template no longer exists. Choose another.'] } })
  return { name: found.name, phases: TemplatePhases.parse(found.phases) }
}

/** Creates the phases and tasks of a template. Tasks get dates only when the project has a start date. */
async function planFrom(
  db: Db,
  p: { company_id: string; id: string; startsOn: string | null },
  phases: Template['phases'],
): Promise<void> {
  const day = (offset: number | null) => (p.startsOn && offset !== null ? addDays(p.startsOn, offset) : null)
  const own = { company_id: p.company_id, project_id: p.id }
  const made = phases.map((phase, position) => ({ ...own, id: uuid(), name: phase.name, position }))
  await db.insertInto('project_phases').values(made).execute()
  const tasks = phases
    .flatMap((phase, at) => phase.tasks.map((t) => ({ ...t, phase_id: made[at]?.id as string })))
    .map((t, position) => ({
      ...own,
      id: uuid(),
      phase_id: t.phase_id,
      position,
      title: t.title,
      body: t.body,
      side: t.side,
      starts_on: day(t.startDay),
      due_on: day(t.dueDay),
      estimate_minutes: t.estimateMinutes,
    }))
  if (tasks.length > 0) await db.insertInto('project_tasks').values(tasks).execute()
}

/**
 * Creates a project with status `planned`, with its lead and the company's owners as watchers. Throws UNPROCESSABLE at
 * the field for a company that is not a partner, an agreement of another company, a lead who is not staff, a due date
 * before the start date, or a template that does not exist.
 */
export const createProject = action(contract.projects.create, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('id', '=', input.companyId)
      .where('is_internal', '=', false)
      .executeTakeFirst()
    if (!company) throw refuse('UNPROCESSABLE', { fields: { companyId: ['Choose a partner.'] } })
    const wrong = wrongDays(input)
    if (wrong) throw refuse('UNPROCESSABLE', { fields: wrong })
    await checkAgreement(db, company.id, input.agreementId)
    await checkPerson(db, company.id, { id: input.leadId, side: 'provider' }, 'leadId')
    const template = await templateOf(db, input.templateId)
    const own = { company_id: company.id, id: uuid() }
    const { number } = await db
      .insertInto('projects')
      .values({
        ...own,
        name: input.name,
        description: input.description,
        agreement_id: input.agreementId,
        lead_id: input.leadId,
        starts_on: input.startsOn,
        due_on: input.dueOn,
        budget_minutes: input.budgetMinutes,
        created_by: actor.userId,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    if (template) await planFrom(db, { ...own, startsOn: input.startsOn }, template.phases)
    const owners = await db
      .selectFrom('profiles as p')
      .innerJoin('user_roles as r', 'r.user_id', 'p.id')
      .select('p.id')
      .where('p.company_id', '=', company.id)
      .where('r.role', '=', 'owner')
      .where('p.deactivated_at', 'is', null)
      .execute()
    await addProjectWatchers(db, own, [input.leadId, ...owners.map((o) => o.id)])
    const { companyId: _, templateId: __, ...facts } = input
    await recordProjectAct(db, context, own, {
      kind: 'created',
      after: { number, ...facts, ...(template ? { template: template.name } : {}) },
    })
    return readProject(db, actor, own.id)
  })
})
