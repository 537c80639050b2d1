import { type Context, signedIn } from '../platform/api.ts'
import { authHeaders, passCookies, sameOrigin } from './cookies.ts'
import { endSessions } from './end-sessions.ts'
import { endView } from './view-as.ts'

/** Ends the session of the cookie and of the token, at once and everywhere. Nothing to end is fine. */
export async function signOut(context: Context): Promise<{ signedOut: true }> {
  const { platform, header, requestId } = context
  sameOrigin(context)
  const headers = authHeaders(context)
  const [actor, found] = await Promise.all([
    signedIn(platform, header('authorization')),
    platform.auth.api.getSession({ headers }),
  ])
  await endView(context)
  const ended = new Map([
    ...(actor ? [[actor.sessionId, actor.userId] as const] : []),
    ...(found ? [[found.session.id, found.user.id] as const] : []),
  ])
  for (const [sessionId, userId] of ended) {
    await endSessions(platform, { userId, only: sessionId })
    await platform.revocations.add({ sessionId })
    platform.log.info({ requestId, sessionId }, 'signed out')
  }
  const { headers: cleared } = await platform.auth.api.signOut({ headers, returnHeaders: true })
  passCookies(context, cleared)
  return { signedOut: true }
}
