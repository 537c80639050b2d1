// Terms as typed: hours and dollars in the form, minutes and cents in the API. Pure.
import { isMonthly, type Terms, type Type } from './model.ts'

/** Every term as its form field holds it. */
export type Typed = {
  startsOn: string
  endsOn: string
  renewal: Terms['renewal']
  renewalMonths: string
  noticeDays: string
  hourlyRate: string
  overage: Terms['overage']
  overagePercent: string
  roundingIncrement: string
  roundingMinimum: string
  roundingPer: Terms['roundingPer']
  afterHours: string
  coversTime: boolean
  slaPolicyId: string
  paymentDays: string
  hours: string
  price: string
  billingPoint: Terms['billingPoint']
  validMonths: string
  monthlyHours: string
  monthlyPrice: string
  rollover: Terms['rollover']
  rolloverCap: string
}

/** The choices of the terms that have some, with their labels. */
export const termChoices = {
  billingPoint: { signature: 'On signature', completion: 'When the last project is done' },
  rollover: {
    none: 'Expire at the end of the month',
    capped: 'Some roll over for one month',
    full: 'All roll over until the agreement ends',
  },
  renewal: { none: 'Ends', automatic: 'Renews automatically' },
  roundingPer: { entry: 'Each time entry', ticket: 'Total time on each ticket' },
  overage: {
    stop: 'Stop and ask',
    bill: 'Continue, bill at the hourly rate',
    percent: 'Continue, up to a percentage',
  },
} as const satisfies { [K in keyof Typed]?: Record<string, string> }

const text = (n: number | null | undefined) => (n == null ? '' : String(n))
const dollars = (cents: number | null | undefined) =>
  cents == null ? '' : cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
const hours = (minutes: number | null | undefined) => (minutes == null ? '' : String(Math.round(minutes / 0.6) / 100))

/** Returns the form values for these terms, with defaults for terms that are not set. */
export const toTypedTerms = (t: Partial<{ [K in keyof Terms]: Terms[K] | undefined }>): Typed => ({
  startsOn: t.startsOn ?? '',
  endsOn: t.endsOn ?? '',
  renewal: t.renewal ?? 'none',
  renewalMonths: text(t.renewalMonths ?? 12),
  noticeDays: text(t.noticeDays ?? 30),
  hourlyRate: dollars(t.hourlyRateCents),
  overage: t.overage ?? 'stop',
  overagePercent: text(t.overagePercent ?? 20),
  roundingIncrement: text(t.roundingIncrement ?? 15),
  roundingMinimum: text(t.roundingMinimum ?? 15),
  roundingPer: t.roundingPer ?? 'entry',
  afterHours: text(t.multipliers ? (t.multipliers.after_hours ?? 100) : 150),
  coversTime: t.coversTime ?? false,
  slaPolicyId: t.slaPolicyId ?? '',
  paymentDays: text(t.paymentDays ?? 15),
  hours: hours(t.minutes),
  price: dollars(t.priceCents),
  billingPoint: t.billingPoint ?? 'signature',
  validMonths: text(t.validMonths),
  monthlyHours: hours(t.monthlyMinutes),
  monthlyPrice: dollars(t.monthlyPriceCents),
  rollover: t.rollover ?? 'none',
  rolloverCap: hours(t.rolloverCap),
})

type Field = keyof Typed
/** Maps a term of the API to its form field if their names differ. */
export const fieldOf: Record<string, Field> = {
  hourlyRateCents: 'hourlyRate',
  multipliers: 'afterHours',
  'multipliers.after_hours': 'afterHours',
  minutes: 'hours',
  priceCents: 'price',
  monthlyMinutes: 'monthlyHours',
  monthlyPriceCents: 'monthlyPrice',
}

/** Fields that only some types have. */
const ONLY: Partial<Record<Field, (type: Type) => boolean>> = {
  hours: (t) => t === 'block_hours',
  validMonths: (t) => t === 'block_hours',
  price: (t) => t === 'block_hours' || t === 'fixed_price',
  billingPoint: (t) => t === 'fixed_price',
  monthlyHours: (t) => t === 'retainer',
  monthlyPrice: isMonthly,
  rollover: (t) => t === 'retainer',
  rolloverCap: (t) => t === 'retainer',
  coversTime: (t) => t !== 'block_hours' && t !== 'retainer',
}
/** Returns whether a type has a field, given the other choices in the form. */
export function hasTermField(type: Type, typed: Typed, field: Field): boolean {
  if (ONLY[field]?.(type) === false) return false
  const covered = typed.coversTime && hasTermField(type, { ...typed, coversTime: false }, 'coversTime')
  if (
    covered &&
    ['overage', 'overagePercent', 'roundingIncrement', 'roundingMinimum', 'roundingPer', 'afterHours'].includes(field)
  )
    return false
  if (field === 'overagePercent') return typed.overage === 'percent'
  if (field === 'rolloverCap') return typed.rollover === 'capped'
  if (field === 'renewalMonths') return typed.renewal === 'automatic'
  return true
}

/**
 * Parses a number as typed, with optional thousands separators and dollar sign. Returns NaN when it is not a number.
 */
export function parseTermNumber(typed: string): number {
  const plain = typed.trim().replace(/^\$\s*/, '')
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN
}

/** Returns the typed terms, or the problems by field. */
export function parseTerms(type: Type, typed: Typed): { terms: Terms } | { wrong: Partial<Record<Field, string>> } {
  const wrong: Partial<Record<Field, string>> = {}
  const read = (field: Field, of: (n: number) => number, words: string): number | null => {
    const value = String(typed[field]).trim()
    if (value === '' || !hasTermField(type, typed, field)) return null
    const n = of(parseTermNumber(value))
    if (Number.isInteger(n)) return n
    wrong[field] = words
    return null
  }
  const cents = (n: number) => (Math.abs(n * 100 - Math.round(n * 100)) < 1e-6 ? Math.round(n * 100) : Number.NaN)
  const minutes = (n: number) => Math.round(n * 60)
  const whole = (n: number) => n
  const money = (field: Field) => read(field, cents, 'Enter an amount in dollars, such as 3,325 or 99.50.')
  const time = (field: Field) => read(field, minutes, 'Enter hours, such as 20 or 1.5.')
  const count = (field: Field) => read(field, whole, 'Enter a whole number.')
  const terms: Terms = {
    startsOn: typed.startsOn || null,
    endsOn: typed.endsOn || null,
    renewal: typed.renewal,
    renewalMonths: count('renewalMonths'),
    noticeDays: count('noticeDays') ?? 30,
    currency: 'usd',
    hourlyRateCents: money('hourlyRate'),
    overage: typed.overage,
    overagePercent: count('overagePercent'),
    roundingIncrement: count('roundingIncrement') ?? 15,
    roundingMinimum: count('roundingMinimum') ?? 15,
    roundingPer: typed.roundingPer,
    multipliers: { after_hours: count('afterHours') ?? 150 },
    coversTime: hasTermField(type, typed, 'coversTime') && typed.coversTime,
    slaPolicyId: typed.slaPolicyId || null,
    paymentDays: count('paymentDays') ?? 15,
    minutes: time('hours'),
    priceCents: money('price'),
    billingPoint: hasTermField(type, typed, 'billingPoint') ? typed.billingPoint : 'signature',
    validMonths: count('validMonths'),
    monthlyMinutes: time('monthlyHours'),
    monthlyPriceCents: money('monthlyPrice'),
    rollover: typed.rollover,
    rolloverCap: time('rolloverCap'),
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { terms }
}
