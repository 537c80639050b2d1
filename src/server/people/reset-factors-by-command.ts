import { sql } from 'kysely'
import { systemOf } from '../platform/database/db.ts'
import type { Platform } from '../platform/platform.ts'
import { changeOf, lockCompanies, type RemovedFactors, removeFactors } from './write.ts'

/**
 * Does the same as `resetFactors`, from the server's command line, for an administrator whom no other administrator can
 * help. Returns what was removed. Throws an Error with a readable message when there is no such account or nothing to
 * remove.
 */
export async function resetFactorsByCommand(platform: Platform, address: string): Promise<RemovedFactors> {
  const email = address.trim().toLowerCase()
  const user = await platform.db.system
    .selectFrom('profiles')
    .select(['id', 'company_id as companyId', 'email', 'full_name as name'])
    .where(sql<boolean>`lower(email) = ${email}`)
    .executeTakeFirst()
  if (!user) throw new Error(`${address} has no account.`)
  // Runs from the server's command line, so there is no user to name as the actor.
  const context = { platform, actor: systemOf(user.companyId) }
  return await changeOf(context, user.id, async (db, revoke) => {
    await lockCompanies(db, user.companyId)
    const removed = await removeFactors(db, revoke, context, user, {
      by: 'An administrator',
      reason: 'npm run admin -- reset-factors',
    })
    if (!removed) throw new Error(`${email} has no authenticator app and no passkey. Nothing was changed.`)
    return removed
  })
}
