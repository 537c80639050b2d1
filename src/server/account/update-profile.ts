import type { z } from 'zod'
import type { EditProfile, Profile } from '../../contract/account.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { profile } from './profile.ts'

/** Changes the signed-in user's own name or time zone and answers the profile as it is then. */
export async function updateProfile(
  context: Actored,
  { fullName, timeZone }: z.infer<typeof EditProfile>,
): Promise<z.infer<typeof Profile>> {
  const { platform, actor, address, requestId } = context
  const before = await profile(context)
  const change = {
    ...(fullName === undefined || fullName === before.full_name ? {} : { full_name: fullName }),
    ...(timeZone === undefined || timeZone === before.time_zone ? {} : { time_zone: timeZone }),
  }
  if (Object.keys(change).length === 0) return before
  // The name stands in the sign-in tables too, which no login of the app reaches: both, or none.
  await platform.db.system.transaction().execute(async (db) => {
    await db
      .updateTable('profiles')
      .set({ ...change, updated_at: new Date().toISOString() })
      .where('id', '=', actor.userId)
      .where('company_id', '=', actor.companyId)
      .execute()
    if (change.full_name)
      await db.updateTable('auth.user').set({ name: change.full_name }).where('id', '=', actor.userId).execute()
    await record(
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
}
