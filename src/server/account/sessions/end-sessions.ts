import type { Handle } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'

type Which = { userId: string; except?: string | undefined } | { userId: string; only: string }
/** Deleted sessions. `userId` is set when all sessions of the user were deleted. */
export type Ended = { sessions: { id: string; userId: string; viewer_id: string | null }[]; userId?: string }

/**
 * Deletes sessions of a user: all, all but one, or only one. Sessions in which the user views the portal as another
 * user end too. Returns the deleted sessions; after the commit, pass them to `revokeAccess`. Call it inside the
 * transaction that changes how the account is opened, after `lockUser`, so that an old session cannot add a sign-in
 * method once that transaction has committed. `db` must bypass the row-level security policies.
 */
export async function deleteSessions(db: Handle, which: Which): Promise<Ended> {
  const { userId } = which
  const only = 'only' in which ? which.only : undefined
  const except = 'only' in which ? undefined : which.except
  const sessions = await db
    .deleteFrom('auth.session')
    .where((e) => e.or([e('userId', '=', userId), e('viewer_id', '=', userId)]))
    .$if(except !== undefined, (q) => q.where('id', '!=', except as string))
    .$if(only !== undefined, (q) => q.where((e) => e.or([e('id', '=', only as string), e('viewer_id', '=', userId)])))
    .returning(['id', 'userId', 'viewer_id'])
    .execute()
  return only === undefined && except === undefined ? { sessions, userId } : { sessions }
}

/** Revokes the access tokens of deleted sessions in every process, which also ends their live streams. */
export async function revokeAccess({ revocations }: Pick<Platform, 'revocations'>, ended: Ended): Promise<void> {
  for (const { id } of ended.sessions) await revocations.add({ sessionId: id })
  // Also revoke access tokens whose session no longer exists.
  if (ended.userId) await revocations.add({ userId: ended.userId })
}

/**
 * Deletes sessions as `deleteSessions` does and revokes their access tokens. Returns the number of ended sessions that
 * opened this user's account.
 */
export async function endSessions(platform: Platform, which: Which): Promise<number> {
  const ended = await deleteSessions(platform.db.system, which)
  await revokeAccess(platform, ended)
  return ended.sessions.filter((s) => s.userId === which.userId).length
}
