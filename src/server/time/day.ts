// The day on which work was done, in the time zone of the person who did it.
import { sql } from 'kysely'
import { formatMinutes } from '../../contract/plain/durations.ts'
import { zoneOf } from '../../contract/plain/time-zone.ts'
import type { Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'

/** A person's time zone. `chosen`: set in the profile. Otherwise it is the provider's, and only a guess. */
export type Clock = { zone: string; chosen: boolean }

/** Returns the time zone of a user. */
export async function clockOf(db: Db, userId: string): Promise<Clock> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.time_zone', 'c.time_zone as company_zone'])
    .where('p.id', '=', userId)
    .executeTakeFirst()
  return { zone: zoneOf(row?.time_zone, row?.company_zone), chosen: Boolean(row?.time_zone) }
}

const DAY_MINUTES = 1_440

/**
 * Throws UNPROCESSABLE at `minutes` when a person has more than 24 hours on a day, entries of this transaction
 * included. Two bookings at the same moment wait for each other. Call it after everything else that locks.
 */
export async function requireOneDay(db: Db, userId: string, day: string, at: '' | 'time.'): Promise<void> {
  const locked = sql`select pg_advisory_xact_lock(hashtextextended(${`time ${userId}`}, 0))`.execute(db)
  locked.catch(() => {})
  // Sent without waiting, so that both leave in one packet.
  const row = await db
    .selectFrom('time_entries')
    .select(sql<number>`coalesce(sum(minutes), 0)::int`.as('minutes'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`worked_on = ${day}::date`)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  await locked
  if (row.minutes > DAY_MINUTES)
    throw refuse('UNPROCESSABLE', {
      fields: {
        [`${at}minutes`]: [
          `This would bring one person’s total on this date to ${formatMinutes(row.minutes)}. Log at most 24 hours per date.`,
        ],
      },
    })
}
