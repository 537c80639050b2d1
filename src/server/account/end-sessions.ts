import type { Platform } from '../platform/platform.ts'

/**
 * Ends sessions of a user at once and everywhere: all of them, all but one, or just one; what they looked at as an
 * administrator ends with them. Answers how many.
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
  // Tokens whose session is gone already go too.
  if (!('only' in who) && who.except === undefined) await revocations.add({ userId: who.userId })
  return ended.filter((s) => s.userId === who.userId).length
}
