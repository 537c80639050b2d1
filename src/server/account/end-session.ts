import { type Actored, refuse } from '../platform/api.ts'
import { endSessions } from './end-sessions.ts'
import { withdraw } from './one-time.ts'

/** Ends one of the user's own sessions, the present one included. */
export async function endSession({ platform, actor }: Actored, { id }: { id: string }): Promise<{ ended: number }> {
  const ended = await endSessions(platform, { userId: actor.userId, only: id })
  if (ended === 0) throw refuse('NOT_FOUND')
  return { ended }
}

/** Ends every session of the user but the present one. */
export async function endOtherSessions({ platform, actor }: Actored): Promise<{ ended: number }> {
  // What somebody else may have begun in one of them.
  await withdraw(platform.db.system, actor.userId, 'factor', 'change-email')
  return { ended: await endSessions(platform, { userId: actor.userId, except: actor.sessionId }) }
}
