// Every change of a company's minutes. Each is one database function (`database/functions/hours/`) that locks the
// balance, writes blocks, ledger and balance together, and publishes the events. All run in the caller's transaction.
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { formatMinutes } from '../../contract/plain/durations.ts'
import type { Db, Handle } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { By } from '../platform/events/audit.ts'
import { refuse } from '../platform/http/api.ts'
import type { Overage, Source } from './policy.ts'

/**
 * The job that is sent once per episode when the balance falls below the watched minutes. Automatic top-up handles it.
 */
export const BALANCE_LOW = 'hours.fell'
export type BalanceLowJob = { companyId: string; episode: number; balance: number }

/**
 * A time in the past. Only demo data and tests can set it, through the login that owns the tables. For every other
 * login the database uses the current time.
 */
type Moment = string | undefined
const whoOf = ({ actor }: By) => (actor.role === 'system' ? null : actor.userId)
const whenOf = (at: Moment) => sql`${at ?? null}::timestamptz`

const rowsOf =
  <T>(db: Handle, query: RawBuilder<T>) =>
  async (): Promise<T[]> =>
    (await query.execute(db)).rows

type PgError = { code?: string; detail?: string }
/**
 * Returns the one row of a database function. Throws HOURS_EXHAUSTED or HOURS_SHORT, with the figures, when there are
 * not enough hours.
 */
async function one<T>(ask: () => Promise<T[]>, at: '' | 'time.' = ''): Promise<T> {
  try {
    return (await ask())[0] as T
  } catch (e) {
    const { code, detail } = e as PgError
    if (code === 'HX001') {
      const found = JSON.parse(detail ?? '{}') as { balance: number; missing: number }
      throw refuse('HOURS_EXHAUSTED', { fields: { [`${at}minutes`]: [exhaustedWords(found)] }, ...found })
    }
    if (code === 'HX002') {
      const found = JSON.parse(detail ?? '{}') as { available: number }
      throw refuse('HOURS_SHORT', { fields: { minutes: [`Only ${worded(found.available)} are left.`] }, ...found })
    }
    throw e
  }
}
const worded = (minutes: number) => formatMinutes(Math.abs(minutes))
const exhaustedWords = ({ balance, missing }: { balance: number; missing: number }) =>
  `This is ${worded(missing)} more than the company can use. ${balance < 0 ? `The balance is ${worded(balance)} below zero` : `${worded(balance)} left`}.`

/**
 * The hours that a time entry uses. `minutes` are those after multiplier and rounding, or null when it is not charged.
 */
export type Charge = {
  companyId: string
  entryId: string
  minutes: number | null
  agreementId: string | null
  overage: Overage
  overagePercent?: number | null
  at?: string
  /** The prefix of the `minutes` field in the input, for errors. */
  field?: '' | 'time.'
}
/**
 * Makes an entry draw exactly `minutes`: reverses what it drew and draws again, for the day of the entry. Returns the
 * balance in minutes. Idempotent. Throws HOURS_EXHAUSTED, with the balance and what is missing, when the overage policy
 * allows no more.
 */
export async function chargeMinutes(db: Handle, by: By, c: Charge): Promise<{ balance: number }> {
  const values = {
    companyId: c.companyId,
    entryId: c.entryId,
    minutes: c.minutes,
    agreementId: c.agreementId,
    overage: c.overage,
    percent: c.overagePercent ?? null,
    who: whoOf(by),
    at: c.at ?? null,
  }
  return one(() => charging(db as Db, values), c.field)
}
const charging = prepared(
  (
    db,
    v: {
      companyId: string
      entryId: string
      minutes: number | null
      agreementId: string | null
      overage: string
      percent: number | null
      who: string | null
      at: string | null
    },
  ) =>
    db
      .selectFrom(
        sql<{
          balance: number
        }>`hours_charge(${v.companyId}::uuid, ${v.entryId}::uuid, ${v.minutes}::int, ${v.agreementId}::uuid, ${v.overage}, ${v.percent}::int, ${v.who}::uuid, ${v.at}::timestamptz)`.as(
          'c',
        ),
      )
      .select('balance'),
)

/**
 * Locks the company's hours until the transaction ends, so that nobody else draws or reserves any. Returns the balance
 * and its base. Call it before changing existing entries.
 */
export const lockHours = (db: Handle, companyId: string): Promise<{ balance: number; base: number }> =>
  one(
    rowsOf(
      db,
      sql<{ balance: number; base: number }>`select balance, base from hours_lock_balance_for_caller(${companyId})`,
    ),
  )

export type Grant = {
  companyId: string
  /** The same id, or the same month of the same agreement, is the same block: a repeated grant has no effect. */
  id?: string
  source: Source
  agreementId?: string | null
  name: string
  minutes: number
  priceCents: number
  /**
   * Counted from the day on which it can be used: that of its payment, or `startsOn` if that is later. Without it
   * `expiresOn` applies, or the block does not expire.
   */
  validMonths?: number | null
  startsOn?: string | null
  expiresOn?: string | null
  /** The first day of a retainer's month. */
  periodFrom?: string | null
  state: 'pending' | 'active'
  /** The reason for a manual grant, whose ledger line is an adjustment. */
  reason?: string
  at?: string
}
/**
 * Creates a block of hours, pending or active, and returns its id. A partner's owner can create only pending blocks,
 * and the active block for a month of a retainer that is signed.
 */
export async function grantBlock(db: Handle, by: By, g: Grant): Promise<string> {
  const row = await one(
    rowsOf(
      db,
      sql<{
        id: string
      }>`select hours_grant(${g.companyId}, ${g.id ?? uuid()}, ${g.source}, ${g.agreementId ?? null}::uuid, ${g.name}, ${g.minutes}::int,
      ${g.priceCents}::int, ${g.validMonths ?? null}::int, ${g.startsOn ?? null}::date, ${g.expiresOn ?? null}::date, ${g.periodFrom ?? null}::date,
      ${g.state}, ${g.reason ?? null}, ${whoOf(by)}::uuid, ${whenOf(g.at)}) as id`,
    ),
  )
  return row.id
}

/**
 * Activates a block, which first covers a negative balance. Returns false when it was active already, so that a double
 * payment grants its hours once. A block that was revoked while it was pending can still be activated when it is paid.
 * Throws NOT_FOUND when the block does not exist.
 */
export async function activateBlock(
  db: Handle,
  by: By,
  companyId: string,
  blockId: string,
  { releasedBy, reason, at }: { releasedBy?: string; reason?: string; at?: string } = {},
): Promise<boolean> {
  const { done } = await one(
    rowsOf(
      db,
      sql<{
        done: boolean | null
      }>`select hours_activate(${companyId}, ${blockId}, ${releasedBy ?? null}::uuid, ${reason ?? null}, ${whoOf(by)}::uuid, ${whenOf(at)}) as done`,
    ),
  )
  if (done === null) throw refuse('NOT_FOUND')
  return done
}

const drop = async (
  db: Handle,
  by: By,
  companyId: string,
  blockId: string,
  reason: string,
  most: number | null,
  at: Moment,
) => {
  const { minutes } = await one(
    rowsOf(
      db,
      sql<{
        minutes: number | null
      }>`select hours_void(${companyId}, ${blockId}, ${reason}, ${most}::int, ${whoOf(by)}::uuid, ${whenOf(at)}) as minutes`,
    ),
  )
  if (minutes === null) throw refuse('NOT_FOUND')
  return minutes
}
/**
 * Revokes a pending or active block and returns the minutes that were left of it. Minutes that entries have drawn stay
 * drawn. Throws NOT_FOUND when the block does not exist.
 */
export const voidBlock = (
  db: Handle,
  by: By,
  companyId: string,
  blockId: string,
  reason: string,
  { at }: { at?: string } = {},
): Promise<number> => drop(db, by, companyId, blockId, reason, null, at)
/**
 * Removes unused minutes of an active block, at most those that are left, and returns how many. The block stays active.
 * Throws NOT_FOUND when the block does not exist.
 */
export const revokeMinutes = (
  db: Handle,
  by: By,
  companyId: string,
  blockId: string,
  minutes: number,
  reason: string,
  { at }: { at?: string } = {},
): Promise<number> => drop(db, by, companyId, blockId, reason, minutes, at)

/**
 * Deducts minutes manually, from one block or in the order of use, and returns the balance. Throws HOURS_SHORT, with
 * what is available, when that is less.
 */
export const deductMinutes = (
  db: Handle,
  by: By,
  d: { companyId: string; minutes: number; blockId?: string | undefined; reason: string; at?: string },
): Promise<{ balance: number }> =>
  one(
    rowsOf(
      db,
      sql<{
        balance: number
      }>`select balance from hours_deduct(${d.companyId}, ${d.minutes}::int, ${d.blockId ?? null}::uuid, ${d.reason}, ${whoOf(by)}::uuid, ${whenOf(d.at)})`,
    ),
  )

/**
 * Expires the company's blocks that are past their last day, and returns how many there were, how many minutes were
 * lost, and the balance. What is left of a retainer's month rolls over as its agreement says. Idempotent; the hourly
 * job calls it.
 */
export const expireBlocks = (
  db: Handle,
  by: By,
  companyId: string,
  { day, at }: { day?: string; at?: string } = {},
): Promise<{ blocks: number; minutes: number; balance: number }> =>
  one(
    rowsOf(
      db,
      sql<{
        blocks: number
        minutes: number
        balance: number
      }>`select blocks, minutes, balance from hours_expire(${companyId}, ${day ?? null}::date, ${whoOf(by)}::uuid, ${whenOf(at)})`,
    ),
  )

/**
 * Starts sending BALANCE_LOW when the balance falls below `minutes`, once per episode; null stops it. Returns the
 * balance. The job is sent when minutes are used, deducted or expire, so a balance that is already below triggers it
 * the next time.
 */
export async function watchBalance(db: Handle, companyId: string, minutes: number | null): Promise<number> {
  const { balance } = await one(
    rowsOf(db, sql<{ balance: number }>`select hours_watch(${companyId}, ${minutes}::int) as balance`),
  )
  return balance
}
