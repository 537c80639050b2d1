// The steps that several verbs share, always within the caller's transaction.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '../../contract/people.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { can, headOf } from './policy.ts'
import { present, subjectOf } from './present.ts'
import { type Row, rows } from './queries.ts'

/**
 * One change at a time to who belongs to a company and as what: whoever comes second sees what the first one left.
 * Rows alone would not do: what must not happen (no owner left) is about rows that nobody changes. Several companies
 * are always taken in the same order.
 */
export async function lockCompanies(db: Db, ...companyIds: string[]): Promise<void> {
  for (const id of [...new Set(companyIds)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`people ${id}`}, 0))`.execute(db)
  }
}

/** A user or an open invitation as the actor sees it. NOT_FOUND when there is none for the actor. */
export async function read(db: Db, actor: Actor, id: string): Promise<z.infer<typeof User>> {
  const row = await rows(db, { id }).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return present(row, actor)
}

/** Takes a user for a change, and the company with it. NOT_FOUND without one; CONFLICT for one who is being moved. */
export async function take(db: Db, actor: Actor, id: string, ...alsoCompanies: string[]) {
  const look = () => rows(db, { id, status: ['active', 'deactivated'] }).executeTakeFirst()
  const before = await look()
  if (!before) throw refuse('NOT_FOUND')
  await lockCompanies(db, before.company_id, ...alsoCompanies)
  const row = await look()
  if (row?.company_id !== before.company_id) throw refuse('CONFLICT')
  return { row, may: can(actor, subjectOf(row)) }
}

/** Why the company cannot do without this person. */
export const needed = (row: Row) => refuse(headOf(row.is_internal) === 'admin' ? 'LAST_ADMIN' : 'LAST_OWNER')

/**
 * Takes back the access tokens of a user, with `endSessions` also the sessions: with the commit or not at all. Answers the
 * sessions in which the user looked at the portal as somebody else; they end too.
 */
export async function takeBackAccess(db: Db, userId: string, endSessions: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select take_back_access(${userId}::uuid, ${endSessions}) as id`.execute(db)
  return rows.map((r) => r.id)
}

/**
 * Runs a change of somebody's standing in one transaction; `takeBack` in it takes the user's access with it. A token that
 * was issued while the change had not committed is caught by saying it again afterwards, which also spares this process
 * the wait for the news.
 */
export async function changeOf<T>(
  { platform, actor }: Actored,
  userId: string,
  change: (db: Db, takeBack: (endSessions: boolean) => Promise<void>) => Promise<T>,
): Promise<T> {
  const taken: ({ userId: string } | { sessionId: string })[] = []
  const result = await platform.db.asActor(actor, (db) =>
    change(db, async (endSessions) => {
      const viewing = await takeBackAccess(db, userId, endSessions)
      taken.push({ userId }, ...viewing.map((sessionId) => ({ sessionId })))
    }),
  )
  for (const one of taken) await platform.revocations.add(one)
  return result
}
