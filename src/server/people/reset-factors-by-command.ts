import { sql } from 'kysely'
import { systemOf } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { factorsReset } from './mail.ts'
import { lockCompanies, revokeUserAccess } from './write.ts'

/** The second factors that were removed from an account. */
export type RemovedFactors = { factors: number; passkeys: number }

/**
 * Does the same as `resetFactors`, from the server's command line, for an administrator whom no other administrator can
 * help. Throws an Error with a readable message when there is no such account or nothing to remove.
 */
export async function resetFactorsByCommand(platform: Platform, address: string): Promise<RemovedFactors> {
  const email = address.trim().toLowerCase()
  const user = await platform.db.system
    .selectFrom('profiles')
    .select(['id', 'company_id', 'email', 'full_name'])
    .where(sql<boolean>`lower(email) = ${email}`)
    .executeTakeFirst()
  if (!user) throw new Error(`${address} has no account.`)
  const actor = systemOf(user.company_id)
  const { removed, viewing } = await platform.db.asActor(actor, async (db) => {
    await lockCompanies(db, user.company_id)
    const { rows } = await sql<RemovedFactors>`select * from remove_factors(${user.id}::uuid)`.execute(db)
    const gone = rows[0] ?? { factors: 0, passkeys: 0 }
    if (gone.factors + gone.passkeys === 0)
      throw new Error(`${email} has no authenticator app and no passkey. Nothing was changed.`)
    const ended = await revokeUserAccess(db, user.id, true)
    const by = 'An administrator of the server'
    const mail = { id: user.id, to: user.email, name: user.full_name, by, at: new Date().toISOString() }
    await queueMail(platform, db, user.company_id, factorsReset(platform.env.publicUrl, mail))
    // Runs from the server's command line, so there is no user to name as the actor.
    await recordAudit(
      db,
      { actor },
      {
        companyId: user.company_id,
        action: 'user.reset-second-factor',
        subjectType: 'user',
        subjectId: user.id,
        before: gone,
        after: { factors: 0, passkeys: 0 },
        reason: 'npm run admin -- reset-factors',
      },
    )
    await publish(db, actor, { companyId: user.company_id, topic: 'user', kind: 'factors', subjectId: user.id })
    return { removed: gone, viewing: ended }
  })
  for (const one of [{ userId: user.id }, ...viewing.map((sessionId) => ({ sessionId }))])
    await platform.revocations.add(one)
  return removed
}
