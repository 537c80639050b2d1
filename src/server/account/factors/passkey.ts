import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { type Context, refuse } from '../../platform/http/api.ts'
import { sealText, unsealText } from '../../platform/sign-in/seal.ts'
import { markUsed } from '../recovery/one-time.ts'
import { beginSession } from '../sessions/begin-session.ts'
import { readCookie, sameOrigin, setSealedCookie } from '../sessions/cookies.ts'

const SECONDS = 300
const PURPOSE = 'passkey challenge'
type Kept = { challenge: string; userId?: string; until: number }

/** Stores a challenge in an encrypted cookie for five minutes. With `userId`, only that user may answer it. */
export async function saveChallenge(context: Context, challenge: string, userId?: string): Promise<void> {
  const kept: Kept = { challenge, ...(userId ? { userId } : {}), until: Date.now() + SECONDS * 1000 }
  const sealed = await sealText(context.platform.env, PURPOSE, JSON.stringify(kept))
  setSealedCookie(context, 'passkey', sealed, SECONDS)
}

/** Returns this browser's challenge and uses it up. Undefined when there is none, or it was issued to another user. */
export async function consumeChallenge(context: Context, userId?: string): Promise<string | undefined> {
  const { env, db } = context.platform
  const sealed = readCookie(context, 'passkey')
  setSealedCookie(context, 'passkey', '', 0)
  const text = sealed ? await unsealText(env, PURPOSE, sealed) : undefined
  if (!text) return undefined
  const kept = JSON.parse(text) as Kept
  if (kept.until < Date.now() || kept.userId !== userId) return undefined
  return (await markUsed(db.system, 'passkey', kept.challenge, SECONDS)) ? kept.challenge : undefined
}

/** Returns what the browser needs to sign in with a passkey of any user. */
export const passkeyOptions = action(contract.account.passkeyOptions, async (context) => {
  sameOrigin(context)
  const options = await context.platform.webauthn.forUse()
  await saveChallenge(context, options.challenge)
  return { ...options }
})

/** Returns the passkey that answered the stored challenge and its owner, or undefined. */
export async function acceptPasskey(
  context: Context,
  response: { id: string },
): Promise<{ userId: string; passkey: string } | undefined> {
  const { platform } = context
  const { system } = platform.db
  const challenge = await consumeChallenge(context)
  if (!challenge) return undefined
  const row = await system
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (!row) return undefined
  const counter = await platform.webauthn.used(response, challenge, {
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: Number(row.counter),
    transports: row.transports,
  })
  if (counter === undefined) return undefined
  await system
    .updateTable('auth.passkeys')
    .set({ counter, last_used_at: sql<string>`now()` })
    .where('id', '=', row.id)
    .execute()
  return { userId: row.user_id, passkey: row.id }
}

/** Signs in with a passkey. Throws PASSKEY_REFUSED, ACCOUNT_DISABLED, and UNAUTHORIZED when it was just removed. */
export const signInWithPasskey = action(contract.account.passkey, async (context, { response }) => {
  sameOrigin(context)
  const accepted = await acceptPasskey(context, response)
  if (!accepted) throw refuse('PASSKEY_REFUSED')
  return beginSession(context, { way: 'passkey', ...accepted })
})
