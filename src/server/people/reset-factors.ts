import { contract } from '../../contract/index.ts'
import { requireFresh } from '../account/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { changeOf, lockUserForChange, readUser, removeFactors } from './write.ts'

/**
 * Removes the authenticator app, recovery codes and passkeys of a user who lost them, ends the sessions, and notifies
 * the user by mail. Throws NO_FACTOR when there is nothing to remove, NOT_YOURSELF for the caller, who removes their
 * own in the settings, CONFIRM_IDENTITY, and NOT_FOUND.
 */
export const resetFactors = action(contract.people.resetFactors, (context, { id }) => {
  const { actor } = context
  return changeOf(context, id, async (db, revoke) => {
    const { row } = await lockUserForChange(db, actor, id)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    await requireFresh(context)
    const admin = await db
      .selectFrom('profiles')
      .select('full_name')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const user = { id, companyId: row.company_id, email: row.email, name: row.name ?? row.email }
    if (!(await removeFactors(db, revoke, context, user, { by: admin.full_name }))) throw refuse('NO_FACTOR')
    return await readUser(db, actor, id)
  })
})
