import { sql } from 'kysely'
import type { z } from 'zod'
import type { TwoFactorDue } from '../../../contract/account/index.ts'
import type { Db, Handle } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { GRACE_SIGN_INS } from '../policy.ts'

type Rule = { required: boolean | null; is_internal: boolean }
/** Without a rule, a second factor is required only of the provider's staff in production. */
const isRequired = ({ env }: Pick<Platform, 'env'>, { required, is_internal }: Rule): boolean =>
  required ?? (is_internal && env.mode === 'serve')

/** Returns whether the company requires a second factor. */
export async function isTwoFactorRequired(
  platform: Pick<Platform, 'env'>,
  db: Handle,
  companyId: string,
): Promise<boolean> {
  const rule = await db
    .selectFrom('companies as c')
    .leftJoin('auth.two_factor_rules as r', 'r.company_id', 'c.id')
    .select(['r.required', 'c.is_internal'])
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()
  return isRequired(platform, rule)
}

const factorOf = (userId: string) => sql<boolean>`(exists (select from auth.factors
  where user_id = ${userId}::uuid and status = 'verified') or exists (select from auth.passkeys where user_id = ${userId}::uuid))`

/** Returns whether a user has a second factor: an authenticator app that is set up, or a passkey. */
export async function hasSecondFactor(db: Handle, userId: string): Promise<boolean> {
  const { has } = await db.selectNoFrom(factorOf(userId).as('has')).executeTakeFirstOrThrow()
  return has
}

/**
 * Returns the second-factor state of a new session. When a second factor is required and was not used, the state is
 * `due` for a user who has one; for others the sign-in counts against the grace. The caller must hold the user's lock
 * in `db`.
 */
export async function countSignIn(
  platform: Platform,
  db: Db,
  { userId, shown }: { userId: string; shown: boolean },
): Promise<'none' | 'grace' | 'due' | 'done'> {
  if (shown) return 'done'
  const { company_id } = await db
    .selectFrom('profiles')
    .select('company_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await isTwoFactorRequired(platform, db, company_id))) return 'none'
  // The grace is only for setting up a factor. Otherwise a password alone would open an account that has a passkey.
  if (await hasSecondFactor(db, userId)) return 'due'
  const { sign_ins } = await db
    .insertInto('auth.two_factor_grace')
    .values({ user_id: userId, sign_ins: 1 })
    .onConflict((c) =>
      c
        .column('user_id')
        .doUpdateSet({ sign_ins: sql<number>`least(two_factor_grace.sign_ins, ${GRACE_SIGN_INS}) + 1` }),
    )
    .returning('sign_ins')
    .executeTakeFirstOrThrow()
  return sign_ins <= GRACE_SIGN_INS ? 'grace' : 'due'
}

/** Returns what a session still has to do, or undefined when no second factor is required or one was used. */
export async function twoFactorDue(
  platform: Platform,
  sessionId: string,
): Promise<z.infer<typeof TwoFactorDue> | undefined> {
  const row = await platform.db.system
    .selectFrom('auth.session as s')
    .innerJoin('profiles as p', 'p.id', 's.userId')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('auth.two_factor_rules as r', 'r.company_id', 'c.id')
    .leftJoin('auth.two_factor_grace as g', 'g.user_id', 's.userId')
    .select(['s.two_factor', 'c.is_internal', 'r.required', 'g.sign_ins'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  if (!row || row.two_factor === 'done' || !isRequired(platform, row)) return undefined
  return { due: row.two_factor === 'due', sign_ins_left: Math.max(0, GRACE_SIGN_INS - (row.sign_ins ?? 0)) }
}

/** Records that a second factor was set up or used in this session. */
export async function saveShownFactor(db: Handle, userId: string, sessionId: string): Promise<void> {
  await db
    .updateTable('auth.session')
    .set({ two_factor: 'done' })
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .execute()
}

/** Updates the profile with whether the user has a second factor, and returns that. False without a profile. */
export async function saveFactorState(db: Handle, userId: string): Promise<boolean> {
  const hasFactor = sql<boolean | null>`keep_second_factor(${userId}::uuid, ${factorOf(userId)})`
  const { has } = await db.selectNoFrom(hasFactor.as('has')).executeTakeFirstOrThrow()
  return has ?? false
}
