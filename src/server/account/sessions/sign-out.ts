import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { signedIn } from '../../platform/http/api.ts'
import { recordActNow } from '../record-act.ts'
import { authHeaders, passCookies, sameOrigin } from './cookies.ts'
import { endSessions } from './end-sessions.ts'
import { endView } from './view-as.ts'

/** Ends the sessions of the cookie and of the token immediately and in every process. Succeeds without a session. */
export const signOut = action(contract.account.signOut, async (context) => {
  const { platform, header, requestId } = context
  sameOrigin(context)
  const headers = authHeaders(context)
  const [actor, found] = await Promise.all([
    signedIn(platform, header('authorization')),
    platform.auth.api.getSession({ headers }),
  ])
  await endView(context)
  const ended = new Map<string, { userId: string; viewerId?: string | undefined }>([
    ...(actor ? [[actor.sessionId, actor] as const] : []),
    ...(found ? [[found.session.id, { userId: found.user.id }] as const] : []),
  ])
  for (const [sessionId, { userId, viewerId }] of ended) {
    const there = await endSessions(platform, { userId, only: sessionId })
    await platform.revocations.add({ sessionId })
    // An administrator stops viewing as this user, so the act is the administrator's.
    if (viewerId) {
      if (there > 0) await recordActNow(context, viewerId, 'user.view-as-end', { after: { user: userId } })
    } else await recordActNow(context, userId, 'user.sign-out')
    platform.log.info({ requestId, sessionId }, 'signed out')
  }
  const { headers: cleared } = await platform.auth.api.signOut({ headers, returnHeaders: true })
  passCookies(context, cleared)
  return { signedOut: true as const }
})
