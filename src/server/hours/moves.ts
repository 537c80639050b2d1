// Every way in which minutes move, each one function of the database (migrations/0026): it holds the balance, writes blocks,
// ledger and balance together, and publishes what follows. All work within the caller's transaction.
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '../platform/api.ts'
import type { By } from '../platform/audit.ts'
import type { Db, Handle } from '../platform/db.ts'
import { prepared } from '../platform/prepared.ts'
import { showMinutes } from '../platform/words.ts'
import type { Overage, Source } from './policy.ts'

/** Sent once in each episode in which the balance falls below what is watched: whoever makes hours come by themselves listens. */
export const HOURS_FELL = 'hours.fell'
export type HoursFell = { companyId: string; episode: number; balance: number }

/** Said in the past by seeds and tests, over the login that owns the tables; every other login is told the time by the database. */
type Moment = string | undefined
const whoOf = ({ actor }: By) => (actor.role === 'system' ? null : actor.userId)
const whenOf = (at: Moment) => sql`${at ?? null}::timestamptz`

const rowsOf =
  <T>(db: Handle, query: RawBuilder<T>) =>
  async (): Promise<T[]> =>
    (await query.execute(db)).rows

type PgError = { code?: string; detail?: string }
/** The one row that a function gives. Where hours do not reach, the refusal with the figures. */
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
const worded = (minutes: number) => showMinutes(Math.abs(minutes))
const exhaustedWords = ({ balance, missing }: { balance: number; missing: number }) =>
  `${worded(missing)} more than the hours allow: ${balance < 0 ? `${worded(balance)} below zero` : `${worded(balance)} left`}.`

/** What an entry is to draw: minutes after multiplier and rounding; null: nothing, it is not charged. */
export type Charge = {
  companyId: string
  entryId: string
  minutes: number | null
  agreementId: string | null
  overage: Overage
  overagePercent?: number | null
  at?: string
  /** Where the field of the minutes is in the input that is refused. */
  field?: '' | 'time.'
}
/**
 * Makes an entry draw exactly so many minutes: what it drew is taken back and drawn anew, for the day that stands in the
 * entry. The same again changes nothing. HOURS_EXHAUSTED, with balance and what is missing, where the policy ends.
 */
export async function charge(db: Handle, by: By, c: Charge): Promise<{ balance: number }> {
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
 * Holds the company's hours until the transaction ends, and gives the balance and what it is counted from: nobody draws or
 * promises meanwhile. Whoever changes entries that are there already does this before.
 */
export const holdHours = (db: Handle, companyId: string): Promise<{ balance: number; base: number }> =>
  one(rowsOf(db, sql<{ balance: number; base: number }>`select balance, base from hours_hold(${companyId})`))

export type Grant = {
  companyId: string
  /** The same id, or the same month of the same agreement, is the same block: asking twice gives it once. */
  id?: string
  source: Source
  agreementId?: string | null
  name: string
  minutes: number
  priceCents: number
  /** From the day it becomes usable; else `expiresOn`, else no end. */
  validMonths?: number | null
  startsOn?: string | null
  expiresOn?: string | null
  /** A retainer's month. */
  periodFrom?: string | null
  state: 'pending' | 'active'
  /** Given by hand: why. Its line is an adjustment. */
  reason?: string
  at?: string
}
/** Puts a block of hours there, waiting or usable at once, and gives its id. A partner's owner can only ask for waiting ones, and for the month that was signed. */
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
 * Makes a block usable; first it settles what is below zero. False when it was usable already: paid twice, granted once.
 * A waiting block that was taken away and is paid after all becomes usable too. NOT_FOUND without the block.
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
/** Takes a block away, waiting or usable, and gives the minutes that were left of it. What was drawn stays drawn. NOT_FOUND without it. */
export const voidBlock = (
  db: Handle,
  by: By,
  companyId: string,
  blockId: string,
  reason: string,
  { at }: { at?: string } = {},
): Promise<number> => drop(db, by, companyId, blockId, reason, null, at)
/** Takes so many unused minutes of a usable block back, at most those that are left, and gives how many. The block stays. */
export const takeBackMinutes = (
  db: Handle,
  by: By,
  companyId: string,
  blockId: string,
  minutes: number,
  reason: string,
  { at }: { at?: string } = {},
): Promise<number> => drop(db, by, companyId, blockId, reason, minutes, at)

/** Takes minutes by hand, from one block or in the order of the draw. HOURS_SHORT, with what is there, when it is less. */
export const deduct = (
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
 * Ends the company's blocks that are past their last day, and gives how many and how many minutes were lost. What is left of
 * a retainer's month rolls over as its agreement says. May be called as often as one likes: before a new month is granted,
 * so that its hours do not mix with the old ones, and by the daily job.
 */
export const expireDue = (
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
 * From now on HOURS_FELL is sent when the balance falls below so many minutes, once in each episode; null: no more. Gives the
 * balance. It is sent when minutes leave: a balance that is below already is told of with the next draw.
 */
export async function watchBelow(db: Handle, companyId: string, minutes: number | null): Promise<number> {
  const { balance } = await one(
    rowsOf(db, sql<{ balance: number }>`select hours_watch(${companyId}, ${minutes}::int) as balance`),
  )
  return balance
}
