import { APIError } from 'better-auth/api'
import { type Context, refuse } from '../platform/api.ts'
import { sameOrigin } from './cookies.ts'

/** Sets a password by a one-time token and ends every session of that user. TOKEN_INVALID when it was used or is too old. */
export async function setPassword(
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<{ changed: true }> {
  const { platform, requestId } = context
  sameOrigin(context)
  // better-auth keeps a reset token under this name; it says afterwards neither whose it was nor that it was theirs.
  const kept = await platform.db.system
    .selectFrom('auth.verification')
    .select('value')
    .where('identifier', '=', `reset-password:${token}`)
    .executeTakeFirst()
  try {
    await platform.auth.api.resetPassword({ body: { token, newPassword: password } })
  } catch (e) {
    if (e instanceof APIError && e.statusCode < 500) throw refuse('TOKEN_INVALID')
    throw e
  }
  if (kept) await platform.revocations.add({ userId: kept.value })
  platform.log.info({ requestId, userId: kept?.value }, 'password set')
  return { changed: true }
}
