import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { editPerson } from './membership.ts'
import { getProfile } from './profile.ts'

/**
 * Changes the signed-in user's own name or time zone and returns the updated profile. Throws NOT_FOUND when there is no
 * profile, and UNPROCESSABLE when a partner's user enters a name that is not allowed.
 */
export const updateProfile = action(contract.account.updateProfile, async (context, { fullName, timeZone }) => {
  const { platform, actor, address, requestId } = context
  const before = await getProfile(context)
  const change = {
    ...(fullName === undefined || fullName === before.full_name ? {} : { full_name: fullName }),
    ...(timeZone === undefined || timeZone === before.time_zone ? {} : { time_zone: timeZone }),
  }
  if (Object.keys(change).length === 0) return before
  if (change.full_name && actor.kind !== 'staff') demandName(change.full_name, 'fullName')
  // The sign-in tables, which the app's database roles cannot write, also hold the name. Update both or neither.
  await platform.db.system.transaction().execute(async (db) => {
    await editPerson(db, actor.userId, { ...change, updated_at: new Date().toISOString() })
    if (change.full_name)
      await db.updateTable('auth.user').set({ name: change.full_name }).where('id', '=', actor.userId).execute()
    await recordAudit(
      db,
      { actor, address, requestId },
      {
        companyId: actor.companyId,
        action: 'profile.edit',
        subjectType: 'user',
        subjectId: actor.userId,
        before: Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof typeof change]])),
        after: change,
      },
    )
  })
  return { ...before, ...change }
})
