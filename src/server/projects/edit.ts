import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { billCompletion, checkLeaves } from '../agreements/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { recalculateCharges } from '../time/index.ts'
import { checkAgreement } from './create.ts'
import { wrongDays } from './policy.ts'
import { readProject } from './read.ts'
import { addProjectWatchers, changeProject, checkPerson, idsOf, lockProject, recordProjectAct } from './write.ts'

type Facts = {
  name: string
  description: string
  agreementId: string | null
  leadId: string
  startsOn: string | null
  dueOn: string | null
  budgetMinutes: number | null
}

/**
 * Changes the given fields of a project, and returns it. When the agreement changes, the time on the project's tasks is
 * charged to the new one, and a fixed price due on completion is billed if that completes the old or the new one.
 * Throws NOT_FOUND, HOURS_EXHAUSTED when the hours are not enough, CONFLICT when the project has changed since
 * `version`, and UNPROCESSABLE at the field that is not valid.
 */
export const editProject = action(contract.projects.edit, (context, input) => {
  const { platform, actor } = context
  const { id, version, ...wanted } = input
  return platform.db.asActor(actor, async (db) => {
    const locked = await lockProject(db, actor, id, version)
    const before: Facts = {
      name: locked.name,
      description: locked.description,
      agreementId: locked.agreement_id,
      leadId: locked.lead_id,
      startsOn: locked.starts_on,
      dueOn: locked.due_on,
      budgetMinutes: locked.budget_minutes,
    }
    const given = Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== undefined))
    const after: Facts = { ...before, ...given }
    if (isDeepStrictEqual(before, after)) return readProject(db, actor, id)
    const wrong = wrongDays(after)
    if (wrong) throw refuse('UNPROCESSABLE', { fields: wrong })
    if (after.agreementId !== before.agreementId) {
      await checkAgreement(db, locked.company_id, after.agreementId)
      await checkLeaves(db, {
        companyId: locked.company_id,
        from: before.agreementId,
        to: after.agreementId,
        projectId: id,
        status: locked.status,
      })
    }
    if (after.leadId !== before.leadId)
      await checkPerson(db, locked.company_id, { id: after.leadId, side: 'provider' }, 'leadId')
    await changeProject(db, locked)
      .set({
        name: after.name,
        description: after.description,
        agreement_id: after.agreementId,
        lead_id: after.leadId,
        starts_on: after.startsOn,
        due_on: after.dueOn,
        budget_minutes: after.budgetMinutes,
        version: sql<number>`version + 1`,
      })
      .execute()
    if (after.agreementId !== before.agreementId)
      for (const taskId of await idsOf(db, 'project_tasks', locked))
        await recalculateCharges(db, context, locked.company_id, { taskId })
    if (after.leadId !== before.leadId) await addProjectWatchers(db, locked, [after.leadId])
    const changed = (a: Facts, b: Facts) =>
      Object.fromEntries(Object.entries(a).filter(([k, v]) => v !== (b as Record<string, unknown>)[k]))
    await recordProjectAct(db, context, locked, {
      kind: 'edited',
      before: changed(before, after),
      after: changed(after, before),
    })
    // Bill last, because assigning an invoice number blocks others until the transaction ends. The change can complete
    // both the old and the new agreement.
    if (after.agreementId !== before.agreementId)
      for (const agreementId of [before.agreementId, after.agreementId])
        if (agreementId) await billCompletion(db, context, { companyId: locked.company_id, agreementId })
    return readProject(db, actor, id)
  })
})
