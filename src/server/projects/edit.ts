import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Project } from '../../contract/projects.ts'
import { billCompletion, checkLeaves } from '../agreements/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { countAnew } from '../time/index.ts'
import { checkAgreement } from './create.ts'
import { wrongDays } from './policy.ts'
import { read } from './read.ts'
import { addWatchers, changeProject, checkPerson, idsOf, keep, take } from './write.ts'

type Facts = {
  name: string
  description: string
  agreementId: string | null
  leadId: string
  startsOn: string | null
  dueOn: string | null
  budgetMinutes: number | null
}
type Edit = { id: string; version: number } & { [K in keyof Facts]?: Facts[K] | undefined }

/**
 * Changes what a project is; what is left out stays. With another agreement the time on its tasks counts for that one, and
 * draws anew: HOURS_EXHAUSTED where the hours do not reach for that. A fixed price that is due on completion is billed where
 * that was the last to wait for. CONFLICT when somebody was faster, UNPROCESSABLE beside what does not fit.
 */
export const edit = (context: Actored, input: Edit): Promise<z.infer<typeof Project>> => {
  const { platform, actor } = context
  const { id, version, ...wanted } = input
  return platform.db.asActor(actor, async (db) => {
    const held = await take(db, actor, id, version)
    const before: Facts = {
      name: held.name,
      description: held.description,
      agreementId: held.agreement_id,
      leadId: held.lead_id,
      startsOn: held.starts_on,
      dueOn: held.due_on,
      budgetMinutes: held.budget_minutes,
    }
    const given = Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== undefined))
    const after: Facts = { ...before, ...given }
    if (isDeepStrictEqual(before, after)) return read(db, actor, id)
    const wrong = wrongDays(after)
    if (wrong) throw refuse('UNPROCESSABLE', { fields: wrong })
    if (after.agreementId !== before.agreementId) {
      await checkAgreement(db, held.company_id, after.agreementId)
      await checkLeaves(db, {
        companyId: held.company_id,
        from: before.agreementId,
        to: after.agreementId,
        projectId: id,
        status: held.status,
      })
    }
    if (after.leadId !== before.leadId)
      await checkPerson(db, held.company_id, { id: after.leadId, side: 'provider' }, 'leadId')
    await changeProject(db, held)
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
      for (const taskId of await idsOf(db, 'project_tasks', held))
        await countAnew(db, context, held.company_id, { taskId })
    if (after.leadId !== before.leadId) await addWatchers(db, held, [after.leadId])
    const changed = (a: Facts, b: Facts) =>
      Object.fromEntries(Object.entries(a).filter(([k, v]) => v !== (b as Record<string, unknown>)[k]))
    await keep(db, context, held, {
      kind: 'edited',
      before: changed(before, after),
      after: changed(after, before),
    })
    // Last: an invoice's number is held until the transaction ends. The one that it left may be done by that, and the one that
    // it came to as well.
    if (after.agreementId !== before.agreementId)
      for (const agreementId of [before.agreementId, after.agreementId])
        if (agreementId) await billCompletion(db, context, { companyId: held.company_id, agreementId })
    return read(db, actor, id)
  })
}
