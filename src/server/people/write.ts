// Steps shared by several actions. Most run in the caller's transaction.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '../../contract/people.ts'
import { getAccount } from '../account/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type By, recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { factorsReset } from './mail.ts'
import { headOf, userPermissions } from './policy.ts'
import { presentUser, toPermissionSubject } from './present.ts'
import { type Row, userRows } from './queries.ts'

/**
 * Locks companies so that membership and roles change one at a time. Row locks are not enough, because the rule that an
 * owner must remain depends on rows that the change does not touch. Locks in a fixed order to prevent deadlocks.
 */
export async function lockCompanies(db: Db, ...companyIds: string[]): Promise<void> {
  for (const id of [...new Set(companyIds)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`people ${id}`}, 0))`.execute(db)
  }
}

/** Returns a user or an open invitation as the actor sees it. Throws NOT_FOUND when the actor cannot see one. */
export async function readUser(db: Db, actor: Actor, id: string): Promise<z.infer<typeof User>> {
  const row = await userRows(db, { id }).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentUser(row, actor)
}

/**
 * Locks the user's company and `alsoCompanies` for a change of the user. Returns the user and what the actor may do.
 * Throws NOT_FOUND when there is no such user, and CONFLICT if they just moved.
 */
export async function lockUserForChange(db: Db, actor: Actor, id: string, ...alsoCompanies: string[]) {
  const look = () => userRows(db, { id, status: ['active', 'deactivated'] }).executeTakeFirst()
  const before = await look()
  if (!before) throw refuse('NOT_FOUND')
  await lockCompanies(db, before.company_id, ...alsoCompanies)
  const row = await look()
  if (row?.company_id !== before.company_id) throw refuse('CONFLICT')
  return { row, may: userPermissions(actor, toPermissionSubject(row)) }
}

/**
 * Throws MAILBOX_NOT_PROVEN when the account's address was never verified, because someone else may have created it
 * with that address. Used before granting rights. Bypasses the row-level security policies.
 */
export async function demandProven({ platform }: Pick<ActorContext, 'platform'>, userId: string): Promise<void> {
  const user = await getAccount(platform.db.system, userId)
  if (!user?.mailboxProvenAt) throw refuse('MAILBOX_NOT_PROVEN')
}

/** Returns the error for a user whom the company cannot do without: LAST_ADMIN or LAST_OWNER. */
export const lastAdminOrOwnerError = (row: Row) =>
  refuse(headOf(row.is_internal) === 'admin' ? 'LAST_ADMIN' : 'LAST_OWNER')

/**
 * Revokes a user's access tokens, and with `endSessions` their sessions, when the transaction commits. Returns the ids
 * of the sessions in which the user viewed the portal as another user; they end too.
 */
async function revokeUserAccess(db: Db, userId: string, endSessions: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select take_back_access(${userId}::uuid, ${endSessions}) as id`.execute(db)
  return rows.map((r) => r.id)
}

/** Revokes the user's access tokens in the transaction of a change, and with `endSessions` their sessions. */
type Revoke = (endSessions: boolean) => Promise<void>

/**
 * Runs a change of a user's access in one transaction and returns its result; calling `revoke` in it revokes the user's
 * access tokens. Revokes them again after the commit, because some may have been issued in between, and so that this
 * process knows immediately.
 */
export async function changeOf<T>(
  { platform, actor }: { platform: Platform; actor: Actor },
  userId: string,
  change: (db: Db, revoke: Revoke) => Promise<T>,
): Promise<T> {
  const taken: ({ userId: string } | { sessionId: string })[] = []
  const result = await platform.db.asActor(actor, (db) =>
    change(db, async (endSessions) => {
      const viewing = await revokeUserAccess(db, userId, endSessions)
      taken.push({ userId }, ...viewing.map((sessionId) => ({ sessionId })))
    }),
  )
  for (const one of taken) await platform.revocations.add(one)
  return result
}

/** The second factors that were removed from an account. */
export type RemovedFactors = { factors: number; passkeys: number }

/**
 * Removes the authenticator app, recovery codes and passkeys of a user in a change of `changeOf`, ends the sessions,
 * and notifies the user by mail, which names `by`. Returns what was removed; undefined, with nothing changed, when the
 * user has no authenticator app and no passkey.
 */
export async function removeFactors(
  db: Db,
  revoke: Revoke,
  context: By & { platform: Platform },
  user: { id: string; companyId: string; email: string; name: string },
  { by, reason }: { by: string; reason?: string },
): Promise<RemovedFactors | undefined> {
  const { platform, actor } = context
  const { id, companyId } = user
  const { rows } = await sql<RemovedFactors>`select * from remove_factors(${id}::uuid)`.execute(db)
  const removed = rows[0] ?? { factors: 0, passkeys: 0 }
  if (removed.factors + removed.passkeys === 0) return undefined
  await revoke(true)
  const mail = { id, to: user.email, name: user.name, by, at: new Date().toISOString() }
  await queueMail(platform, db, companyId, factorsReset(platform.env.publicUrl, mail))
  await recordAudit(db, context, {
    companyId,
    action: 'user.reset-second-factor',
    subjectType: 'user',
    subjectId: id,
    before: removed,
    after: { factors: 0, passkeys: 0 },
    ...(reason === undefined ? {} : { reason }),
  })
  await publish(db, actor, { companyId, topic: 'user', kind: 'factors', subjectId: id })
  return removed
}
