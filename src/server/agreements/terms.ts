// Terms: which ones a type has, what is wrong with them, and how they are stored. Pure.
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import {
  type AgreementType,
  FIELDS_OF,
  MONTHLY,
  Terms as Schema,
  type Terms as TermsSchema,
} from '../../contract/agreements/index.ts'
import type { Agreements } from '../platform/database/db.types.ts'

export type Terms = z.infer<typeof TermsSchema>
export type Type = z.infer<typeof AgreementType>
/** The stored form of a revision: the terms with the names that go with them. */
export type KeptTerms = Terms & { name: string; type: Type; slaName: string | null }

/** Returns whether a type is billed by the month. */
export const isMonthly = (type: string): boolean => (MONTHLY as readonly string[]).includes(type)
/** Types whose price can cover the time that is worked. */
const COVERS: readonly string[] = ['managed_automation', 'fixed_price', 'partnership']
const FIELDS = Object.entries(FIELDS_OF) as [keyof Terms, readonly string[]][]

/** Returns the terms, with the fields that their type or their other choices do not use set to the default or null. */
export function dropUnusedTerms(type: Type, terms: Terms): Terms {
  const out: Terms = { ...terms }
  const usual = Schema.parse({})
  for (const [field, types] of FIELDS) if (!types.includes(type)) (out as Record<string, unknown>)[field] = usual[field]
  if (!COVERS.includes(type)) out.coversTime = false
  if (out.overage !== 'percent') out.overagePercent = null
  if (out.renewal === 'none') out.renewalMonths = null
  if (out.rollover !== 'capped') out.rolloverCap = null
  return out
}

type Problems = Record<string, string[]>
/**
 * Returns what is wrong with the terms, by field; undefined when they are valid. Expects the result of
 * `dropUnusedTerms`. `holding` are the terms that an amendment changes.
 */
export function problemsOf(type: Type, terms: Terms, holding?: Terms): Problems | undefined {
  const wrong: Problems = {}
  const say = (field: keyof Terms, words: string) => {
    wrong[`terms.${field}`] = [words]
  }
  const need = (field: keyof Terms, words: string) => {
    if (terms[field] === null) say(field, words)
  }
  if (type === 'block_hours') need('minutes', 'Enter the number of hours.')
  if (type === 'block_hours' || type === 'fixed_price') need('priceCents', 'Enter a price.')
  if (type === 'retainer') need('monthlyMinutes', 'Enter the number of hours per month.')
  if (isMonthly(type)) need('monthlyPriceCents', 'Enter a monthly price.')
  if (terms.overage === 'bill' && !terms.coversTime && !terms.hourlyRateCents)
    say('hourlyRateCents', 'Enter an hourly rate for overage.')
  if (terms.overage === 'percent') need('overagePercent', 'Enter a percentage.')
  if (terms.rollover === 'capped') need('rolloverCap', 'Enter the maximum number of hours.')
  if (terms.startsOn && terms.endsOn && terms.endsOn < terms.startsOn)
    say('endsOn', 'The end date can’t be before the start date.')
  if (terms.renewal === 'automatic') {
    need('renewalMonths', 'Enter the number of months.')
    need('endsOn', 'An agreement that renews automatically needs an end date.')
  }
  if (holding) {
    const rejectChange = (field: keyof Terms, words: string) => {
      if (terms[field] !== holding[field]) say(field, words)
    }
    rejectChange('startsOn', 'The start date can’t change after signing.')
    const bought = 'This can’t change after signing. Create a new agreement for more hours or work.'
    rejectChange('minutes', bought)
    rejectChange('priceCents', bought)
    rejectChange('billingPoint', 'Invoice timing can’t change after signing.')
    rejectChange('validMonths', bought)
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined
}

/** Returns the terms as columns of the table. */
export const toTermColumns = (t: Terms) => ({
  starts_on: t.startsOn,
  ends_on: t.endsOn,
  renewal: t.renewal,
  renewal_months: t.renewalMonths,
  notice_days: t.noticeDays,
  currency: t.currency,
  hourly_rate_cents: t.hourlyRateCents,
  overage: t.overage,
  overage_percent: t.overagePercent,
  rounding_increment: t.roundingIncrement,
  rounding_minimum: t.roundingMinimum,
  rounding_per: t.roundingPer,
  multipliers: JSON.stringify(t.multipliers),
  covers_time: t.coversTime,
  sla_policy_id: t.slaPolicyId,
  payment_days: t.paymentDays,
  minutes: t.minutes,
  price_cents: t.priceCents,
  billing_point: t.billingPoint,
  valid_months: t.validMonths,
  monthly_minutes: t.monthlyMinutes,
  monthly_price_cents: t.monthlyPriceCents,
  rollover: t.rollover,
  rollover_cap: t.rolloverCap,
})

/** Dates come as text, so queries must cast them. */
type Row = Omit<Selectable<Agreements>, 'starts_on' | 'ends_on'> & { starts_on: string | null; ends_on: string | null }
type TermsRow = Pick<Row, keyof ReturnType<typeof toTermColumns>>
/** Returns the terms of a row, which were checked when they were saved. */
export const termsOf = (r: TermsRow): Terms => ({
  startsOn: r.starts_on,
  endsOn: r.ends_on,
  renewal: r.renewal as Terms['renewal'],
  renewalMonths: r.renewal_months,
  noticeDays: r.notice_days,
  currency: 'usd',
  hourlyRateCents: r.hourly_rate_cents,
  overage: r.overage as Terms['overage'],
  overagePercent: r.overage_percent,
  roundingIncrement: r.rounding_increment,
  roundingMinimum: r.rounding_minimum,
  roundingPer: r.rounding_per as Terms['roundingPer'],
  multipliers: r.multipliers as Terms['multipliers'],
  coversTime: r.covers_time,
  slaPolicyId: r.sla_policy_id,
  paymentDays: r.payment_days,
  minutes: r.minutes,
  priceCents: r.price_cents,
  billingPoint: r.billing_point as Terms['billingPoint'],
  validMonths: r.valid_months,
  monthlyMinutes: r.monthly_minutes,
  monthlyPriceCents: r.monthly_price_cents,
  rollover: r.rollover as Terms['rollover'],
  rolloverCap: r.rollover_cap,
})
