// How minutes are rounded, what they are worth, and when they will be used up. Pure.
import type { z } from 'zod'
import type { BLOCK_SOURCES, Forecast } from '../../contract/hours.ts'
import type { Actor } from '../platform/database/db.ts'

export type Source = (typeof BLOCK_SOURCES)[number]
/**
 * What happens when no hours are left: no more can be booked, more is billed, or the balance may go below zero by a
 * percentage.
 */
export type Overage = 'stop' | 'bill' | 'percent'
export type Rounding = { increment: number; minimum: number }

// ---- rounding -----------------------------------------------------------------------------------------------------
// Weighted minutes are minutes × percent, in hundredths of a minute: whole numbers, so that nothing is lost on the way.
/** Rounds hundredths of minutes up to full increments, at least the minimum. Zero stays zero. */
const rounded = (hundredths: number, { increment, minimum }: Rounding): number =>
  hundredths === 0 ? 0 : Math.max(minimum, Math.ceil(hundredths / (increment * 100)) * increment)

/** Returns what one entry draws: minutes × multiplier (percent), up to the next increment, at least the minimum. */
export const billedOf = (minutes: number, multiplier: number, rounding: Rounding): number =>
  rounded(minutes * multiplier, rounding)

/**
 * Returns what each entry of a ticket draws when the ticket is rounded as a whole. In booking order, each one gets the
 * amount by which it increases the rounded sum, so that together they are the rounded sum of all.
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

// ---- money --------------------------------------------------------------------------------------------------------
/** Returns the value of a block's minutes in cents: their share of its price, rounded half up. */
export const worthOf = (priceCents: number, minutes: number, granted: number): number =>
  Number((2n * BigInt(priceCents) * BigInt(minutes) + BigInt(granted)) / (2n * BigInt(granted)))

/** Whether the reader sees what hours cost: owners and administrators do. */
export const seesPrices = (reader: Pick<Actor, 'role'>): boolean => reader.role === 'owner' || reader.role === 'admin'

// ---- what is left -------------------------------------------------------------------------------------------------
/**
 * Returns the minutes that new work can use: the balance without what approved estimates reserve. Overage that an
 * agreement allows is not included.
 */
export const availableOf = (balance: number, reserved: number): number => balance - reserved

// ---- alerts -------------------------------------------------------------------------------------------------------
/**
 * Returns how many percent of the usable hours are used, rounded down. The base is what is left, plus what was used
 * from the blocks that had hours when hours were last added, or got some back since. The alerts at 80 and 95 percent
 * use the same base. Null when there is nothing to count.
 */
export const usedPercent = (balance: number, base: number): number | null =>
  base > 0 ? Math.floor(((base - balance) * 100) / base) : null

// ---- forecast -----------------------------------------------------------------------------------------------------
const DAY_MS = 86_400_000
/** The forecast ends after two years. */
const HORIZON_DAYS = 731
/** Returns the day `n` days later. */
export const addDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10)

export type Usable = { remaining: number; startsOn: string | null; expiresOn: string | null }
/**
 * Returns when the hours will have run out. The average use per day of the last 30 days, or of 90 when there was none
 * in 30, is taken day by day, from tomorrow on, from the blocks in drawing order. What expires before it is drawn is
 * lost. `runsOutOn` is the day at whose end nothing is left.
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
    let want = rate
    for (const b of left) {
      if (b.expiresOn !== null && b.expiresOn < day) {
        expiring += b.minutes
        b.minutes = 0
      }
      if (b.startsOn !== null && b.startsOn > day) continue
      const part = Math.min(want, b.minutes)
      b.minutes -= part
      want -= part
    }
    // Less than this is a rounding error of the division.
    if (left.every((b) => b.minutes < 1e-6)) return { basedOn, perDay, runsOutOn: day, expiring: Math.round(expiring) }
  }
  return { basedOn, perDay, runsOutOn: null, expiring: Math.round(expiring) }
}
