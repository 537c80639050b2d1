import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { changeOf, lockUserForChange } from './write.ts'

/**
 * Signs a user out everywhere, immediately. Throws NOT_FOUND, and NOT_YOURSELF for the caller, whose sessions are ended
 * in the settings.
 */
export const endUserSessions = action(contract.people.endSessions, (context, { id }) => {
  const { actor } = context
  return changeOf(context, id, async (db, revoke) => {
    const { row } = await lockUserForChange(db, actor, id)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    await revoke(true)
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'user.end-sessions',
      subjectType: 'user',
      subjectId: id,
    })
    return { ended: true as const }
  })
})
