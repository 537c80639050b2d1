// How minutes are rounded, who sees prices, and when hours will be used up. Pure.

import type { z } from 'zod'
import type { BLOCK_SOURCES, Forecast } from '../../contract/hours.ts'
import { addDays } from '../../contract/plain/days.ts'
import type { Actor } from '../platform/database/db.ts'

export type Source = (typeof BLOCK_SOURCES)[number]
/**
 * The rule for when no hours are left: no more time can be logged, more time is billed, or the balance may go below
 * zero by a percentage.
 */
export type Overage = 'stop' | 'bill' | 'percent'
export type Rounding = { increment: number; minimum: number }

// ---- rounding -----------------------------------------------------------------------------------------------------
// Minutes × percent are hundredths of a minute. They are integers, so that sums are exact before they are rounded.
/** Rounds hundredths of minutes up to full increments, at least the minimum. Zero stays zero. */
const rounded = (hundredths: number, { increment, minimum }: Rounding): number =>
  hundredths === 0 ? 0 : Math.max(minimum, Math.ceil(hundredths / (increment * 100)) * increment)

/**
 * Returns the minutes that an entry draws: minutes × multiplier (percent), rounded up to an increment and a minimum.
 */
export const billedOf = (minutes: number, multiplier: number, rounding: Rounding): number =>
  rounded(minutes * multiplier, rounding)

/**
 * Returns the minutes that each entry of a ticket draws when the ticket is rounded as a whole. In the order in which
 * they were logged, each entry gets the amount by which it increases the rounded sum, so that they add up to it.
 */
export function sharesOf(entries: readonly { minutes: number; multiplier: number }[], rounding: Rounding): number[] {
  let sum = 0
  let billed = 0
  return entries.map(({ minutes, multiplier }) => {
    sum += minutes * multiplier
    const share = rounded(sum, rounding) - billed
    billed += share
    return share
  })
}

// ---- prices -------------------------------------------------------------------------------------------------------
/** Returns whether the reader sees what hours cost: owners and administrators do. */
export const seesPrices = (reader: Pick<Actor, 'role'>): boolean => reader.role === 'owner' || reader.role === 'admin'

// ---- what is left -------------------------------------------------------------------------------------------------
/**
 * Returns the minutes that new work can use: the balance without what approved estimates reserve. Overage that an
 * agreement allows is not included.
 */
export const availableOf = (balance: number, reserved: number): number => balance - reserved

// ---- alerts -------------------------------------------------------------------------------------------------------
/**
 * Returns the percentage of the hours that is used, rounded down, or null when the base is 0. The base (`hours_base`)
 * is set when hours are added: what was left then, plus what entries had drawn from blocks that still had hours. It
 * changes when a correction returns hours, and when hours expire, are revoked or are deducted. Alerts at 80 and 95
 * percent use the same base.
 */
export const usedPercent = (balance: number, base: number): number | null =>
  base > 0 ? Math.floor(((base - balance) * 100) / base) : null

// ---- forecast -----------------------------------------------------------------------------------------------------
/** The forecast ends after two years. */
const HORIZON_DAYS = 731
/** Minutes below this are a rounding error of a division. */
const NOTHING = 1e-6

export type Usable = { remaining: number; startsOn: string | null; expiresOn: string | null }
/**
 * Returns when the hours will have run out. From tomorrow on, each day draws the average use per day of the last 30
 * days (of the last 90 when there was none in 30) from the blocks in the order of use. `expiring` is the number of
 * minutes that expire unused. `runsOutOn` is the day at whose end nothing is left; null without recent use or when that
 * is more than two years away.
 */
export function forecastOf(
  today: string,
  balance: number,
  blocks: readonly Usable[],
  used: { last30: number; last90: number },
): z.infer<typeof Forecast> {
  const basedOn = used.last30 > 0 ? 30 : used.last90 > 0 ? 90 : null
  if (basedOn === null) return { basedOn, perDay: 0, runsOutOn: null, expiring: 0 }
  const rate = (basedOn === 30 ? used.last30 : used.last90) / basedOn
  const perDay = Math.round(rate * 10) / 10
  if (balance <= 0) return { basedOn, perDay, runsOutOn: today, expiring: 0 }
  const left = blocks.map((b) => ({ ...b, minutes: b.remaining }))
  let expiring = 0
  for (let n = 1; n <= HORIZON_DAYS; n++) {
    const day = addDays(today, n)
    for (const b of left) {
      if (b.expiresOn === null || b.expiresOn >= day) continue
      expiring += b.minutes
      b.minutes = 0
    }
    // What was left expired at the end of the day before.
    if (left.every((b) => b.minutes < NOTHING))
      return { basedOn, perDay, runsOutOn: addDays(day, -1), expiring: Math.round(expiring) }
    let want = rate
    for (const b of left) {
      if (b.startsOn !== null && b.startsOn > day) continue
      const part = Math.min(want, b.minutes)
      b.minutes -= part
      want -= part
    }
    if (left.every((b) => b.minutes < NOTHING))
      return { basedOn, perDay, runsOutOn: day, expiring: Math.round(expiring) }
  }
  return { basedOn, perDay, runsOutOn: null, expiring: Math.round(expiring) }
}
