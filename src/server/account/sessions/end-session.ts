import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { requireFresh } from '../factors/fresh.ts'
import { recordActNow } from '../record-act.ts'
import { revokeTokens } from '../recovery/one-time.ts'
import { endSessions } from './end-sessions.ts'

/** Ends one of the user's own sessions. Throws CONFIRM_IDENTITY for any but the current one, and NOT_FOUND. */
export const endSession = action(contract.account.endSession, async (context, { id }) => {
  const { platform, actor } = context
  if (id !== actor.sessionId) await requireFresh(context)
  const ended = await endSessions(platform, { userId: actor.userId, only: id })
  if (ended === 0) throw refuse('NOT_FOUND')
  await recordActNow(context, actor.userId, 'user.end-session')
  return { ended }
})

/** Ends all sessions of the user except the current one. Throws CONFIRM_IDENTITY. */
export const endOtherSessions = action(contract.account.endOtherSessions, async (context) => {
  const { platform, actor } = context
  await requireFresh(context)
  // Another person may have started a sign-in or a change of address in one of those sessions.
  await revokeTokens(platform.db.system, actor.userId, 'factor', 'change-email')
  const ended = await endSessions(platform, { userId: actor.userId, except: actor.sessionId })
  await recordActNow(context, actor.userId, 'user.end-other-sessions', { after: { ended } })
  return { ended }
})
