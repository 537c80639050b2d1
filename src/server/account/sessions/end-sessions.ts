import type { Platform } from '../../platform/platform.ts'

/**
 * Ends sessions of a user immediately and in every process: all, all but one, or only one. Sessions in which the user
 * views the portal as another user end too. Returns the number of the user's own sessions that ended.
 */
export async function endSessions(
  { db, revocations }: Platform,
  who: { userId: string; except?: string } | { userId: string; only: string },
): Promise<number> {
  const ended = await db.system
    .deleteFrom('auth.session')
    .where((e) => e.or([e('userId', '=', who.userId), e('viewer_id', '=', who.userId)]))
    .$if('except' in who && who.except !== undefined, (q) => q.where('id', '!=', (who as { except: string }).except))
    .$if('only' in who, (q) =>
      q.where((e) => e.or([e('id', '=', (who as { only: string }).only), e('viewer_id', '=', who.userId)])),
    )
    .returning(['id', 'userId'])
    .execute()
  for (const { id } of ended) await revocations.add({ sessionId: id })
  // Also revoke access tokens whose session no longer exists.
  if (!('only' in who) && who.except === undefined) await revocations.add({ userId: who.userId })
  return ended.filter((s) => s.userId === who.userId).length
}
