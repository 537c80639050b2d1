import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { billCompletion } from '../agreements/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { isOver, nextOf } from './policy.ts'
import { readProject } from './read.ts'
import { changeProject, lockProject, recordProjectAct } from './write.ts'

/**
 * Changes a project's status. Done and canceled end it. If the agreement's price is due on completion, it is billed
 * once, in the same transaction, when none of its projects is open and at least one is done. Throws NOT_FOUND, CONFLICT
 * when the project has changed since `version`, and UNPROCESSABLE when the status cannot follow the current one, or for
 * on hold and canceled without a reason.
 */
export const setProjectStatus = action(contract.projects.setStatus, (context, input) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const locked = await lockProject(db, actor, input.id, input.version)
    if (!nextOf(locked.status).includes(input.status))
      throw refuse('UNPROCESSABLE', {
        fields: { status: ['The project can’t change to this status. Reload the page and try again.'] },
      })
    if ((input.status === 'on_hold' || input.status === 'canceled') && input.reason === '')
      throw refuse('UNPROCESSABLE', { fields: { reason: ['Enter a reason. The partner sees it.'] } })
    await changeProject(db, locked)
      .set({
        status: input.status,
        status_at: sql<string>`now()`,
        completed_at: input.status === 'done' ? sql<string>`now()` : null,
        version: sql<number>`version + 1`,
      })
      .execute()
    await recordProjectAct(db, context, locked, {
      kind: input.status === 'done' ? 'done' : 'status',
      before: { status: locked.status },
      after: { status: input.status },
      ...(input.reason ? { reason: input.reason } : {}),
      data: { status: input.status, reason: input.reason },
    })
    // Bill last, because assigning an invoice number blocks others until the transaction ends.
    if (isOver(input.status) && locked.agreement_id)
      await billCompletion(db, context, { companyId: locked.company_id, agreementId: locked.agreement_id })
    return readProject(db, actor, locked.id)
  })
})
