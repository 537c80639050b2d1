import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Actored, refuse } from '../../platform/http/api.ts'
import { authHeaders, passCookies } from './cookies.ts'

/**
 * Gives the current session a new id and a new refresh cookie after the user confirmed their identity, and records the
 * confirmation. The old cookie and existing access tokens stop working immediately. Returns the new id. Throws
 * UNAUTHORIZED when the session ended in the meantime.
 */
export async function rotateSession(context: Actored): Promise<string> {
  const { platform, actor } = context
  const id = uuid()
  const token = randomBytes(32).toString('base64url')
  const kept = await platform.db.system
    .updateTable('auth.session')
    .set({ id, token, confirmed_at: sql<string>`now()` })
    .where('id', '=', actor.sessionId)
    .where('userId', '=', actor.userId)
    .where('viewer_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw refuse('UNAUTHORIZED')
  await platform.revocations.add({ sessionId: actor.sessionId })
  const { headers } = await platform.auth.api.giveCookie({
    body: { token },
    headers: authHeaders(context),
    returnHeaders: true,
  })
  passCookies(context, headers)
  return id
}
