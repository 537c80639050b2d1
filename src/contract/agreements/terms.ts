// The terms of an agreement, by its type.

import { z } from 'zod'
import { Day, Id } from '../base.ts'

const TYPES = ['block_hours', 'retainer', 'managed_automation', 'fixed_price', 'partnership'] as const
export const RENEWALS = ['none', 'automatic'] as const
export const OVERAGES = ['stop', 'bill', 'percent'] as const
const ROUNDING_PER = ['entry', 'ticket'] as const
const BILLING_POINTS = ['signature', 'completion'] as const
const ROLLOVERS = ['none', 'full', 'capped'] as const
/** Types that are billed by the calendar month. */
export const MONTHLY = ['retainer', 'managed_automation', 'partnership'] as const
export const AgreementType = z.enum(TYPES, 'Choose a type.')
const MINUTES_MAX = 600_000
const CENTS_MAX = 100_000_000
const whole = (min: number, max: number, words: string) =>
  z
    .int(words)
    .min(min, words)
    .max(max, `At most ${max.toLocaleString('en-US')}.`)
const Cents = (words: string) => z.int(words).min(0, words).max(CENTS_MAX, 'At most $1,000,000.')
/** The terms of an agreement. Money is in cents, time is in minutes, and dates have no time of day. */
export const Terms = z.object({
  /** Null for the day of the signature. */
  startsOn: Day.nullable().default(null),
  /** The last day. Null when it runs until canceled. */
  endsOn: Day.nullable().default(null),
  /** At its end, it expires or renews for `renewalMonths`. */
  renewal: z.enum(RENEWALS, 'Choose what happens at the end of the term.').default('none'),
  renewalMonths: whole(1, 60, 'Enter 1 to 60 months.').nullable().default(null),
  /** Days before its end by which either side must say that it will not renew. */
  noticeDays: whole(0, 365, 'Enter 0 to 365 days.').default(30),
  currency: z.literal('usd').default('usd'),
  /** Rate per hour for work beyond the hours that were bought. */
  hourlyRateCents: whole(0, 10_000_000, 'Enter an hourly rate, such as 175.').nullable().default(null),
  /**
   * When no hours are left: no more work can be booked, more is billed at the rate, or the balance may fall below zero
   * by some percent.
   */
  overage: z.enum(OVERAGES, 'Choose what happens when no hours are left.').default('stop'),
  overagePercent: whole(1, 100, 'Enter a percentage from 1 to 100.').nullable().default(null),
  roundingIncrement: whole(1, 60, 'Enter 1 to 60 minutes.').default(15),
  roundingMinimum: whole(0, 480, 'Enter 0 to 480 minutes.').default(15),
  roundingPer: z.enum(ROUNDING_PER, 'Choose what to round.').default('entry'),
  /** Percent per kind of work. Omitted kinds count 100. */
  multipliers: z
    .strictObject({ after_hours: whole(0, 1_000, 'Enter 0 to 1,000 percent.').optional() })
    .default({ after_hours: 150 }),
  /** Work is covered by the price and uses no hours. */
  coversTime: z.boolean('Choose yes or no.').default(false),
  slaPolicyId: Id.nullable().default(null),
  /** Days until an invoice is due. */
  paymentDays: whole(0, 90, 'Enter 0 to 90 days.').default(15),
  /** Block hours: minutes that are granted with the signature. */
  minutes: whole(1, MINUTES_MAX, 'Enter the number of hours.').nullable().default(null),
  /** Block hours, fixed price: the total price. */
  priceCents: Cents('Enter a price, such as 3325.').nullable().default(null),
  /** Fixed price: billed on signature, or when the last of its projects is done. */
  billingPoint: z.enum(BILLING_POINTS, 'Choose when to invoice.').default('signature'),
  validMonths: whole(1, 60, 'Enter 1 to 60 months.').nullable().default(null),
  /** Per calendar month: a retainer's minutes, and the price of every type that is billed by the month. */
  monthlyMinutes: whole(1, MINUTES_MAX, 'Enter the number of hours.').nullable().default(null),
  monthlyPriceCents: Cents('Enter a price, such as 1750.').nullable().default(null),
  /** The rule for a retainer's unused minutes at the end of a month. */
  rollover: z.enum(ROLLOVERS, 'Choose what happens to unused hours.').default('none'),
  rolloverCap: whole(1, MINUTES_MAX, 'Enter the maximum number of hours.').nullable().default(null),
})
/** The initial terms of agreements from a template. Omitted terms have their defaults. */
export const TermsPart = z.strictObject(
  Object.fromEntries(
    Object.entries(Terms.shape).map(([name, field]) => [name, (field as z.ZodDefault<z.ZodType>).unwrap().optional()]),
  ) as { [K in keyof typeof Terms.shape]: z.ZodOptional<ReturnType<(typeof Terms.shape)[K]['unwrap']>> },
)
/**
 * The types that a field belongs to. All other fields belong to every type, except that `coversTime` is always false
 * for hours that are bought (see `dropUnusedTerms`).
 */
export const FIELDS_OF = {
  minutes: ['block_hours'],
  validMonths: ['block_hours'],
  priceCents: ['block_hours', 'fixed_price'],
  billingPoint: ['fixed_price'],
  monthlyMinutes: ['retainer'],
  monthlyPriceCents: ['retainer', 'managed_automation', 'partnership'],
  rollover: ['retainer'],
  rolloverCap: ['retainer'],
} as const satisfies Partial<Record<keyof z.infer<typeof Terms>, readonly (typeof TYPES)[number][]>>
