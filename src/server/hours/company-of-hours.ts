import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { Actor, Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'

/**
 * Returns the company whose hours are requested: a partner's own, or the one that staff name. Throws BAD_REQUEST when
 * staff name none, and NOT_FOUND for one that is not the reader's. Builds both errors here, because the CSV route is
 * not an operation of the contract.
 */
export function companyOfHours(actor: Actor, company: string | undefined): string {
  if (actor.kind === 'staff') {
    if (company) return company
    throw new ORPCError('BAD_REQUEST', {
      message: 'Check the highlighted fields.',
      data: { fields: { company: ['Choose a company.'] } },
    })
  }
  if (company && company !== actor.companyId) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
  return actor.companyId
}

/** Today in the provider's time zone. */
export const providerToday = sql<string>`(now() at time zone hours_zone())::date`

/** Returns today's date in the provider's time zone, in which months and blocks of hours end. */
export async function getProviderToday(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (${providerToday})::text as today`.execute(db)
  return (rows[0] as { today: string }).today
}

/**
 * Returns the company, with today's date in the provider's time zone. Throws NOT_FOUND when the reader has no such
 * company.
 */
export async function companyAndDay(db: Db, id: string): Promise<{ id: string; name: string; today: string }> {
  const found = await db
    .selectFrom('companies')
    .select(['id', 'name', sql<string>`(${providerToday})::text`.as('today')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse('NOT_FOUND')
  return found
}
