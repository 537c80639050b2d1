// How minutes are counted, what they are worth, and when they will be used up. Pure.
import type { z } from 'zod'
import type { BLOCK_SOURCES, Forecast } from '../../contract/hours.ts'
import type { Actor } from '../platform/db.ts'

export type Source = (typeof BLOCK_SOURCES)[number]
/** What happens when no hours are left: no more can be booked, more is billed, or so many percent below zero. */
export type Overage = 'stop' | 'bill' | 'percent'
export type Rounding = { increment: number; minimum: number }

// ---- rounding -----------------------------------------------------------------------------------------------------
// Weighted minutes are minutes × percent, in hundredths of a minute: whole numbers, so that nothing is lost on the way.
/** Hundredths of minutes up to whole increments, at least the minimum; nothing stays nothing. */
const rounded = (hundredths: number, { increment, minimum }: Rounding): number =>
  hundredths === 0 ? 0 : Math.max(minimum, Math.ceil(hundredths / (increment * 100)) * increment)

/** What one entry draws: minutes × multiplier (percent), up to the next increment, at least the minimum. */
export const billedOf = (minutes: number, multiplier: number, rounding: Rounding): number =>
  rounded(minutes * multiplier, rounding)

/**
 * What each entry of a ticket draws when the ticket is rounded as a whole. In the order in which they were booked, each
 * carries what the rounded sum grows by with it; together they are the rounded sum of all.
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
/** What minutes of a block are worth: their share of its price, half a cent up. */
export const worthOf = (priceCents: number, minutes: number, granted: number): number =>
  Number((2n * BigInt(priceCents) * BigInt(minutes) + BigInt(granted)) / (2n * BigInt(granted)))

/** Whether the reader sees what hours cost: who pays, and who administers. */
export const seesPrices = (reader: Pick<Actor, 'role'>): boolean => reader.role === 'owner' || reader.role === 'admin'

// ---- alerts -------------------------------------------------------------------------------------------------------
/** Percent of the base that is used, rounded down; null when nothing ever came in. */
export const usedPercent = (balance: number, base: number): number | null =>
  base > 0 ? Math.floor(((base - balance) * 100) / base) : null

// ---- forecast -----------------------------------------------------------------------------------------------------
const DAY_MS = 86_400_000
/** Nobody plans further. */
const HORIZON_DAYS = 731
/** The day so many days later. */
export const addDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10)

export type Usable = { remaining: number; startsOn: string | null; expiresOn: string | null }
/**
 * When the hours will have run out: the average use per day of the last 30 days, or of 90 when there was none in 30, taken
 * day by day from tomorrow on from the blocks in the order of the draw; what reaches its last day before it is drawn is
 * lost on the way. The day is the first on which the average finds nothing left.
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
    // A hair of a minute is what division leaves, not hours.
    if (left.every((b) => b.minutes < 1e-6)) return { basedOn, perDay, runsOutOn: day, expiring: Math.round(expiring) }
  }
  return { basedOn, perDay, runsOutOn: null, expiring: Math.round(expiring) }
}
