import { type Context, signedIn } from '../platform/api.ts'
import { authHeaders, passCookies, sameOrigin } from './cookies.ts'

/** Ends the session of the cookie and of the token, at once and everywhere. Nothing to end is fine. */
export async function signOut(context: Context): Promise<{ signedOut: true }> {
  const { platform, header, requestId } = context
  sameOrigin(context)
  const headers = authHeaders(context)
  const [actor, found] = await Promise.all([
    signedIn(platform, header('authorization')),
    platform.auth.api.getSession({ headers }),
  ])
  const ended = new Set([actor?.sessionId, found?.session.id].filter((id) => id !== undefined))
  for (const sessionId of ended) {
    await platform.db.system.deleteFrom('auth.session').where('id', '=', sessionId).execute()
    await platform.revocations.add({ sessionId })
    platform.log.info({ requestId, sessionId }, 'signed out')
  }
  const { headers: cleared } = await platform.auth.api.signOut({ headers, returnHeaders: true })
  passCookies(context, cleared)
  return { signedOut: true }
}
