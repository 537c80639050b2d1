import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockUser } from '../lock.ts'
import { mailFactorNotice } from '../mail.ts'
import { MOST_PASSKEYS } from '../policy.ts'
import { composeSession } from '../sessions/session.ts'
import { requireFresh } from './fresh.ts'
import { consumeChallenge, saveChallenge } from './passkey.ts'
import { saveFactorState, saveShownFactor } from './two-factor.ts'

/** Returns what the browser needs to create a passkey for the signed-in user. Throws CONFIRM_IDENTITY. */
export const newPasskeyOptions = action(contract.account.newPasskeyOptions, async (context) => {
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
  await saveChallenge(context, options.challenge, actor.userId)
  return { ...options }
})

/** Adds the passkey that the browser created. Throws PASSKEY_REFUSED, TOO_MANY_PASSKEYS and CONFIRM_IDENTITY. */
export const addPasskey = action(contract.account.addPasskey, async (context, { response, friendlyName }) => {
  const { platform, actor, requestId } = context
  const { userId, sessionId, companyId } = actor
  await requireFresh(context)
  const challenge = await consumeChallenge(context, userId)
  const made = challenge ? await platform.webauthn.made(response, challenge) : undefined
  if (!made) throw refuse('PASSKEY_REFUSED')
  await platform.db.system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    await requireFresh(context, db)
    const { count } = await db
      .selectFrom('auth.passkeys')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_PASSKEYS) throw refuse('TOO_MANY_PASSKEYS')
    const inserted = await db
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
    if (!inserted) throw refuse('PASSKEY_REFUSED')
    await saveFactorState(db, userId)
    await saveShownFactor(db, userId, sessionId)
    await recordAudit(db, context, { companyId, action: 'user.passkey-on', subjectType: 'user', subjectId: userId })
    await mailFactorNotice(platform, db, userId, 'passkey-on')
  })
  platform.log.info({ requestId, userId }, 'passkey added')
  return { session: await composeSession(platform, userId, sessionId) }
})
