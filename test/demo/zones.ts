import { sql } from 'kysely'
import { dayIn } from '../../src/contract/plain/time-zone.ts'
import type { Owner } from '../factories/people.ts'

/** Returns a function that gives the date of an instant in a company's time zone. */
export async function companyDays(db: Owner): Promise<(companyId: string, at: Date) => string> {
  const rows = await db
    .selectFrom('companies')
    .select(['id', sql<string>`company_zone(id)`.as('zone')])
    .execute()
  const zones = new Map(rows.map((r) => [r.id, r.zone]))
  return (companyId, at) => dayIn(zones.get(companyId) as string, at.getTime())
}

/** Returns the date of an instant in the provider's time zone, in which agreements, hours and invoices are dated. */
export async function billingDay(db: Owner, at: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select hours_day(${new Date(at).toISOString()}::timestamptz)::text as day`.execute(db)
  return (rows[0] as { day: string }).day
}
