import { sql } from 'kysely'
import type { Role } from '../../contract/base.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import type { Context } from '../platform/http/api.ts'

type By = Pick<Context, 'address' | 'requestId'>
type Details = { before?: object; after?: object; reason?: string }

/**
 * Records in the audit log what a user did to their own account or sessions, such as `user.password`. Bypasses the
 * row-level security policies, because there is no actor before a sign-in. Records nothing for an account without a
 * company.
 */
export async function recordAct(db: Db, by: By, userId: string, action: string, details: Details = {}): Promise<void> {
  const person = await db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.company_id', 'c.is_internal', 'r.role'])
    .where('p.id', '=', userId)
    .executeTakeFirst()
  if (!person) return
  const companyId = person.company_id
  const role = (person.role ?? (person.is_internal ? 'engineer' : 'member')) as Role
  const actor = { kind: person.is_internal ? 'staff' : 'tenant', companyId, userId, role } as const
  await recordAudit(db, { ...by, actor }, { companyId, action, subjectType: 'user', subjectId: userId, ...details })
}

/** Calls `recordAct` in its own transaction. */
export const recordActNow = (
  { platform, ...by }: By & Pick<Context, 'platform'>,
  userId: string,
  action: string,
  details?: Details,
) => platform.db.system.transaction().execute((db) => recordAct(db, by, userId, action, details))

/**
 * Records a failed sign-in in the audit log, at most once an hour per account: the server log has every attempt, and an
 * attacker must not be able to fill an append-only table. Runs after the response, so that its duration does not reveal
 * whether the account exists.
 */
export function recordFailure(
  { platform, address, requestId }: Context,
  who: { email: string } | { userId: string },
): void {
  const { system } = platform.db
  const write = async () => {
    const user =
      'userId' in who
        ? { id: who.userId }
        : await system.selectFrom('auth.user').select('id').where('email', '=', who.email).executeTakeFirst()
    if (!user) return
    await system.transaction().execute(async (db) => {
      // Only one of several concurrent attempts writes.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`failed sign-in ${user.id}`}, 0))`.execute(db)
      const lately = await db
        .selectFrom('audit_log')
        .select('id')
        .where('company_id', '=', (e) => e.selectFrom('profiles').select('company_id').where('id', '=', user.id))
        .where('subject_type', '=', 'user')
        .where('subject_id', '=', user.id)
        .where('action', '=', 'user.sign-in-failed')
        .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
        .executeTakeFirst()
      if (!lately) await recordAct(db, { address, requestId }, user.id, 'user.sign-in-failed')
    })
  }
  setImmediate(() => {
    write().catch((err) => platform.log.error({ requestId, err }, 'could not write a failed sign-in to the audit log'))
  })
}
