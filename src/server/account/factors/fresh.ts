import { sql } from 'kysely'
import type { Db, Handle } from '../../platform/database/db.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { FRESH_MS } from '../policy.ts'
import { hasSecondFactor } from './two-factor.ts'

/**
 * Throws CONFIRM_IDENTITY unless the user confirmed their identity within the last ten minutes, by signing in or with
 * `confirm`. Signing in without a second factor does not count when one is due and the user has one.
 * An operation that adds a sign-in method checks again inside its transaction, after `lockUser`, so that a session that
 * has ended in the meantime cannot add one.
 */
export async function requireFresh({ platform, actor }: ActorContext, db: Handle = platform.db.system): Promise<void> {
  const session = await db
    .selectFrom('auth.session')
    .select('confirmed_at')
    .where('id', '=', actor.sessionId)
    .where('userId', '=', actor.userId)
    .executeTakeFirst()
  demandRecent(session?.confirmed_at)
  // A person who knows only the password must not be able to add their own second factor.
  if (actor.factorDue && (await hasSecondFactor(db, actor.userId))) throw refuse('CONFIRM_IDENTITY')
}

/**
 * Locks the signed-in user and checks as `requireFresh` does, inside a transaction of the actor. For operations of
 * other modules that create something with which the account can be used, such as an API key: a session that has ended
 * in the meantime cannot create one. Throws CONFIRM_IDENTITY.
 */
export async function lockFresh({ actor }: ActorContext, db: Db): Promise<void> {
  const { rows } = await sql<{ confirmed_at: string; second_factor: boolean }>`
    select * from lock_own_session(${actor.sessionId}::uuid)`.execute(db)
  demandRecent(rows[0]?.confirmed_at)
  if (actor.factorDue && rows[0]?.second_factor) throw refuse('CONFIRM_IDENTITY')
}

function demandRecent(confirmedAt: string | undefined): void {
  if (!confirmedAt || Date.parse(confirmedAt) < Date.now() - FRESH_MS) throw refuse('CONFIRM_IDENTITY')
}
