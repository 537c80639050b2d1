import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { acceptCode } from './codes.ts'
import { ownPassword } from './credentials.ts'
import { acceptPasskey } from './passkey.ts'
import { factorsOf } from './session.ts'

type Proof = { password: string } | { code: string } | { response: { id: string } }

/**
 * Proves again who the signed-in user is: changes to the account are open for ten minutes. Where an authenticator app is
 * set up the password alone is not enough (FACTOR_NEEDED). WRONG_PASSWORD, CODE_WRONG, PASSKEY_REFUSED.
 */
export async function confirm(context: Actored, proof: Proof): Promise<{ confirmed: true }> {
  const { platform, actor } = context
  const { userId, sessionId } = actor
  if ('password' in proof) {
    const factors = await factorsOf(platform, userId)
    if (factors.some((f) => f.factor_type === 'totp' && f.status === 'verified')) throw refuse('FACTOR_NEEDED')
  }
  const right = await platform.limits.code(userId, 'proof', async () => {
    if ('password' in proof) return (await ownPassword(platform, userId, proof.password)) === 'right'
    if ('code' in proof) return (await acceptCode(platform, userId, proof.code)) !== false
    return (await acceptPasskey(context, proof.response)) === userId
  })
  if (!right) {
    if ('password' in proof) throw refuse('WRONG_PASSWORD', { fields: { password: ['This is not your password.'] } })
    if ('code' in proof) throw refuse('CODE_WRONG', { fields: { code: ['This code is not right.'] } })
    throw refuse('PASSKEY_REFUSED')
  }
  await platform.db.system
    .updateTable('auth.session')
    .set({ confirmed_at: sql<string>`now()` })
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .execute()
  return { confirmed: true }
}
