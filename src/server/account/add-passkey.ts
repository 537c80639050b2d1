import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { requireFresh } from './fresh.ts'
import { mailFactorNotice } from './mail.ts'
import { keepChallenge, takeChallenge } from './passkey.ts'
import { MOST_PASSKEYS } from './policy.ts'
import { compose } from './session.ts'

/** What the browser needs to make a passkey for the signed-in user. CONFIRM_IDENTITY. */
export async function newPasskeyOptions(context: Actored): Promise<{ challenge: string }> {
  const { platform, actor } = context
  await requireFresh(context)
  const { system } = platform.db
  const [user, known] = await Promise.all([
    system
      .selectFrom('auth.user')
      .select(['id', 'email', 'name'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
    system
      .selectFrom('auth.passkeys')
      .select('credential_id as credentialId')
      .where('user_id', '=', actor.userId)
      .execute(),
  ])
  const options = await platform.webauthn.forNew(user, known)
  await keepChallenge(context, options.challenge, actor.userId)
  return { ...options }
}

/** Adds the passkey that the browser made. PASSKEY_REFUSED, TOO_MANY_PASSKEYS, CONFIRM_IDENTITY. */
export async function addPasskey(
  context: Actored,
  { response, friendlyName }: { response: { id: string }; friendlyName: string },
): Promise<{ session: z.infer<typeof Session> }> {
  const { platform, actor, requestId } = context
  const { userId, sessionId, companyId } = actor
  await requireFresh(context)
  const challenge = await takeChallenge(context, userId)
  const made = challenge ? await platform.webauthn.made(response, challenge) : undefined
  if (!made) throw refuse('PASSKEY_REFUSED')
  await platform.db.system.transaction().execute(async (db) => {
    await db.selectFrom('auth.user').select('id').where('id', '=', userId).forUpdate().execute()
    const { count } = await db
      .selectFrom('auth.passkeys')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_PASSKEYS) throw refuse('TOO_MANY_PASSKEYS')
    const kept = await db
      .insertInto('auth.passkeys')
      .values({
        id: uuid(),
        user_id: userId,
        credential_id: made.credentialId,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: made.transports,
        friendly_name: friendlyName,
      })
      .onConflict((c) => c.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw refuse('PASSKEY_REFUSED')
    await record(db, context, { companyId, action: 'user.passkey-on', subjectType: 'user', subjectId: userId })
    await mailFactorNotice(platform, db, userId, 'passkey-on')
  })
  platform.log.info({ requestId, userId }, 'passkey added')
  return { session: await compose(platform, userId, sessionId) }
}
