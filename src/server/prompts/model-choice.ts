import { contract } from '../../contract/index.ts'
import { setModelAllowed } from '../companies/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { canChoose } from './policy.ts'

/** Returns whether a model may be used on a company's data. Throws NOT_FOUND when the company does not exist. */
export const modelChoice = action(contract.prompts.modelChoice, async ({ platform, actor }, { id }) => {
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('companies').select('model_allowed').where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  return {
    allowed: row.model_allowed,
    model: platform.model !== undefined,
    can: { change: canChoose(actor, id) },
  }
})

/**
 * Allows or forbids the use of a model on a company's data. A running request is still answered; no new one is made.
 * Throws NOT_FOUND when the company does not exist, FORBIDDEN when the actor may not decide.
 */
export const setModelChoice = action(contract.prompts.setModelChoice, (context, { id, allowed }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await db
      .selectFrom('companies')
      .select('model_allowed')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    if (!canChoose(actor, id)) throw refuse('FORBIDDEN')
    if (row.model_allowed === allowed) return { allowed }
    await setModelAllowed(db, id, allowed)
    await recordAudit(db, context, {
      companyId: id,
      action: 'company.model-choice',
      subjectType: 'company',
      subjectId: id,
      before: { modelAllowed: row.model_allowed },
      after: { modelAllowed: allowed },
    })
    await publish(db, actor, { companyId: id, topic: 'company', kind: 'edited', subjectId: id })
    return { allowed }
  })
})
