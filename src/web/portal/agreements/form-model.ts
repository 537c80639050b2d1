// Terms as they are typed: hours and dollars in fields, minutes and cents on the wire. Pure.
import { isMonthly, type Terms, type Type } from './model.ts'

/** Every term as it stands in its field. */
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

const text = (n: number | null | undefined) => (n == null ? '' : String(n))
const dollars = (cents: number | null | undefined) =>
  cents == null ? '' : cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
const hours = (minutes: number | null | undefined) => (minutes == null ? '' : String(Math.round(minutes / 0.6) / 100))

/** What stands in the fields for these terms; what they do not say is as usual. */
export const typedOf = (t: Partial<{ [K in keyof Terms]: Terms[K] | undefined }>): Typed => ({
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
/** The field that a term of the API is typed in. */
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
/** Whether a type has a field, as far as the choices in the form let it. */
export function has(type: Type, typed: Typed, field: Field): boolean {
  if (ONLY[field]?.(type) === false) return false
  const covered = typed.coversTime && has(type, { ...typed, coversTime: false }, 'coversTime')
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

/** A number as it is typed, with separators of thousands and a dollar sign if somebody writes them. */
export function numberIn(typed: string): number {
  const plain = typed.trim().replace(/^\$\s*/, '')
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN
}

/** The terms that are typed, or what is wrong, by field. */
export function termsIn(type: Type, typed: Typed): { terms: Terms } | { wrong: Partial<Record<Field, string>> } {
  const wrong: Partial<Record<Field, string>> = {}
  const read = (field: Field, of: (n: number) => number, words: string): number | null => {
    const value = String(typed[field]).trim()
    if (value === '' || !has(type, typed, field)) return null
    const n = of(numberIn(value))
    if (Number.isInteger(n)) return n
    wrong[field] = words
    return null
  }
  const cents = (n: number) => (Math.abs(n * 100 - Math.round(n * 100)) < 1e-6 ? Math.round(n * 100) : Number.NaN)
  const minutes = (n: number) => Math.round(n * 60)
  const whole = (n: number) => n
  const money = (field: Field) => read(field, cents, 'An amount in dollars, such as 3,325 or 99.50.')
  const time = (field: Field) => read(field, minutes, 'Hours, such as 20 or 1.5.')
  const count = (field: Field) => read(field, whole, 'A whole number.')
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
    coversTime: has(type, typed, 'coversTime') && typed.coversTime,
    slaPolicyId: typed.slaPolicyId || null,
    paymentDays: count('paymentDays') ?? 15,
    minutes: time('hours'),
    priceCents: money('price'),
    billingPoint: has(type, typed, 'billingPoint') ? typed.billingPoint : 'signature',
    validMonths: count('validMonths'),
    monthlyMinutes: time('monthlyHours'),
    monthlyPriceCents: money('monthlyPrice'),
    rollover: typed.rollover,
    rolloverCap: time('rolloverCap'),
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { terms }
}
