import { sql } from 'kysely'
import type { z } from 'zod'
import type { SignedIn } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import { seal, unseal } from '../platform/seal.ts'
import { beginSession } from './begin-session.ts'
import { keepCookie, readCookie, sameOrigin } from './cookies.ts'
import { markUsed } from './one-time.ts'

const SECONDS = 300
const PURPOSE = 'passkey challenge'
type Kept = { challenge: string; userId?: string; until: number }

/** Keeps a challenge in the browser, sealed, until the answer to it comes back; `userId` when only this person may answer. */
export async function keepChallenge(context: Context, challenge: string, userId?: string): Promise<void> {
  const kept: Kept = { challenge, ...(userId ? { userId } : {}), until: Date.now() + SECONDS * 1000 }
  const sealed = await seal(context.platform.env.appSecret, PURPOSE, JSON.stringify(kept))
  keepCookie(context, 'passkey', sealed, SECONDS)
}

/** The challenge that this browser was given, used up; undefined when there is none, or it was made for somebody else. */
export async function takeChallenge(context: Context, userId?: string): Promise<string | undefined> {
  const { env, db } = context.platform
  const sealed = readCookie(context, 'passkey')
  keepCookie(context, 'passkey', '', 0)
  const text = sealed ? await unseal(env.appSecret, PURPOSE, sealed) : undefined
  if (!text) return undefined
  const kept = JSON.parse(text) as Kept
  if (kept.until < Date.now() || kept.userId !== userId) return undefined
  return (await markUsed(db.system, 'passkey', kept.challenge, SECONDS)) ? kept.challenge : undefined
}

/** What the browser needs to use a passkey of this address, whoever's. */
export async function passkeyOptions(context: Context): Promise<{ challenge: string }> {
  sameOrigin(context)
  const options = await context.platform.webauthn.forUse()
  await keepChallenge(context, options.challenge)
  return { ...options }
}

/** Whose passkey answered the kept challenge; undefined when none did. */
export async function acceptPasskey(context: Context, response: { id: string }): Promise<string | undefined> {
  const { platform } = context
  const { system } = platform.db
  const challenge = await takeChallenge(context)
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
  return row.user_id
}

/** Signs in with a passkey. PASSKEY_REFUSED. */
export async function passkey(
  context: Context,
  { response }: { response: { id: string } },
): Promise<z.infer<typeof SignedIn>> {
  const { platform, address, requestId } = context
  sameOrigin(context)
  const userId = await acceptPasskey(context, response)
  if (!userId) {
    platform.log.warn({ requestId, address }, 'passkey refused')
    throw refuse('PASSKEY_REFUSED')
  }
  return beginSession(context, { userId, way: 'passkey' })
}
