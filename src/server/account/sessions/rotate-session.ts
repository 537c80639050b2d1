import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Handle } from '../../platform/database/db.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { authHeaders, passCookies } from './cookies.ts'

/** The new id of a session, and its new refresh credential. */
type Replaced = { id: string; token: string }

/**
 * Gives the current session a new id and a new refresh credential, so that copies of the old ones stop working. Returns
 * undefined when the session has ended. After the commit, pass the result to `passSession`. `db` must bypass the
 * row-level security policies.
 */
export async function replaceSession(
  db: Handle,
  { userId, sessionId }: ActorContext['actor'],
  { confirmed }: { confirmed: boolean },
): Promise<Replaced | undefined> {
  const id = uuid()
  const token = randomBytes(32).toString('base64url')
  const updated = await db
    .updateTable('auth.session')
    .set({ id, token, ...(confirmed ? { confirmed_at: sql<string>`now()` } : {}) })
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where('viewer_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated && { id, token }
}

/** Passes a replaced session to the browser in its cookie, and revokes the access tokens of the old one. */
export async function passSession(context: ActorContext, { token }: Replaced): Promise<void> {
  const { platform, actor } = context
  await platform.revocations.add({ sessionId: actor.sessionId })
  const { headers } = await platform.auth.api.giveCookie({
    body: { token },
    headers: authHeaders(context),
    returnHeaders: true,
  })
  passCookies(context, headers)
}

/**
 * Replaces the current session after the user confirmed their identity, and records the confirmation. The old cookie
 * and existing access tokens stop working immediately. Returns the new id. Throws UNAUTHORIZED when the session ended
 * in the meantime.
 */
export async function rotateSession(context: ActorContext): Promise<string> {
  const replaced = await replaceSession(context.platform.db.system, context.actor, { confirmed: true })
  if (!replaced) throw refuse('UNAUTHORIZED')
  await passSession(context, replaced)
  return replaced.id
}
