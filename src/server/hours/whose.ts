import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'

/**
 * Whose hours are meant: a partner's own. Staff name a company: BAD_REQUEST without. NOT_FOUND for one that is not the
 * reader's. Both as the API says them, because the CSV is no operation of it.
 */
export function whose(actor: Actor, company: string | undefined): string {
  if (actor.kind === 'staff') {
    if (company) return company
    throw new ORPCError('BAD_REQUEST', {
      message: 'Some fields are not right.',
      data: { fields: { company: ['Choose a company.'] } },
    })
  }
  if (company && company !== actor.companyId) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
  return actor.companyId
}

/** Today where the provider works. */
export const today = sql<string>`(now() at time zone hours_zone())::date`

/** The company, with what day it is for the provider. NOT_FOUND when the reader has no such company. */
export async function companyAndDay(db: Db, id: string): Promise<{ id: string; name: string; today: string }> {
  const found = await db
    .selectFrom('companies')
    .select(['id', 'name', sql<string>`(${today})::text`.as('today')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse('NOT_FOUND')
  return found
}
