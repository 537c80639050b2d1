import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { mayChoose } from './policy.ts'

/** Whether a model may see anything of a company. NOT_FOUND. */
export async function modelChoice(
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<{ allowed: boolean; model: boolean; can: { change: boolean } }> {
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('companies').select('model_allowed').where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  return {
    allowed: row.model_allowed,
    model: platform.model !== undefined,
    can: { change: mayChoose(actor, id) },
  }
}

/** Says whether it may. What runs at this moment ends; nothing is asked after. NOT_FOUND, FORBIDDEN. */
export function setModelChoice(
  context: Actored,
  { id, allowed }: { id: string; allowed: boolean },
): Promise<{ allowed: boolean }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await db
      .selectFrom('companies')
      .select('model_allowed')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    if (!mayChoose(actor, id)) throw refuse('FORBIDDEN')
    if (row.model_allowed === allowed) return { allowed }
    await db.updateTable('companies').set({ model_allowed: allowed }).where('id', '=', id).execute()
    await record(db, context, {
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
}
