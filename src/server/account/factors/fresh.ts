import type { Handle } from '../../platform/database/db.ts'
import { type Actored, refuse } from '../../platform/http/api.ts'
import { FRESH_MS } from '../policy.ts'
import { hasSecondFactor } from './two-factor.ts'

/**
 * Throws CONFIRM_IDENTITY unless the user confirmed their identity within the last ten minutes, by signing in or with
 * `confirm`. Signing in without a second factor does not count when one is due and the user has one.
 * An operation that adds a sign-in method checks again inside its transaction, after `lockUser`, so that a session that
 * has ended in the meantime cannot add one.
 */
export async function requireFresh({ platform, actor }: Actored, db: Handle = platform.db.system): Promise<void> {
  const session = await db
    .selectFrom('auth.session')
    .select('confirmed_at')
    .where('id', '=', actor.sessionId)
    .where('userId', '=', actor.userId)
    .executeTakeFirst()
  if (!session || Date.parse(session.confirmed_at) < Date.now() - FRESH_MS) throw refuse('CONFIRM_IDENTITY')
  // A person who knows only the password must not be able to add their own second factor.
  if (actor.factorDue && (await hasSecondFactor(db, actor.userId))) throw refuse('CONFIRM_IDENTITY')
}
