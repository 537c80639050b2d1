// Terms: what belongs to which type, what is wrong with them, and how they stand in the table. Pure.
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import {
  type AgreementType,
  FIELDS_OF,
  MONTHLY,
  Terms as Schema,
  type Terms as TermsSchema,
} from '../../contract/agreements.ts'
import type { Agreements } from '../platform/db.types.ts'

export type Terms = z.infer<typeof TermsSchema>
export type Type = z.infer<typeof AgreementType>
/** What stands in a revision: the terms with the names that go with them. */
export type KeptTerms = Terms & { name: string; type: Type; slaName: string | null }

/** Whether a type is billed by the month. */
export const isMonthly = (type: string): boolean => (MONTHLY as readonly string[]).includes(type)
/** Types whose price can cover the time that is worked. */
const COVERS: readonly string[] = ['managed_automation', 'fixed_price', 'partnership']
const FIELDS = Object.entries(FIELDS_OF) as [keyof Terms, readonly string[]][]

/** Terms without what their type, and the choices within them, have no use for. */
export function tidied(type: Type, terms: Terms): Terms {
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
/** What is wrong with tidied terms, by field; undefined when they can be agreed on. `holding` is what an amendment changes. */
export function problemsOf(type: Type, terms: Terms, holding?: Terms): Problems | undefined {
  const wrong: Problems = {}
  const say = (field: keyof Terms, words: string) => {
    wrong[`terms.${field}`] = [words]
  }
  const need = (field: keyof Terms, words: string) => {
    if (terms[field] === null) say(field, words)
  }
  if (type === 'block_hours') need('minutes', 'How many hours?')
  if (type === 'block_hours' || type === 'fixed_price') need('priceCents', 'What does it cost?')
  if (type === 'retainer') need('monthlyMinutes', 'How many hours a month?')
  if (isMonthly(type)) need('monthlyPriceCents', 'What does a month cost?')
  if (terms.overage === 'bill' && !terms.coversTime && !terms.hourlyRateCents)
    say('hourlyRateCents', 'More hours are billed at a rate. Which?')
  if (terms.overage === 'percent') need('overagePercent', 'How many percent?')
  if (terms.rollover === 'capped') need('rolloverCap', 'How many hours at most?')
  if (terms.startsOn && terms.endsOn && terms.endsOn < terms.startsOn)
    say('endsOn', 'The last day cannot be before the first.')
  if (terms.renewal === 'automatic') {
    need('renewalMonths', 'For how many months?')
    need('endsOn', 'An agreement that renews itself needs a last day.')
  }
  if (holding) {
    const kept = (field: keyof Terms, words: string) => {
      if (terms[field] !== holding[field]) say(field, words)
    }
    kept('startsOn', 'The first day stays as it was signed.')
    const bought = 'What was bought stays as it was signed. Make a new agreement for more.'
    kept('minutes', bought)
    kept('priceCents', bought)
    kept('billingPoint', 'When it is billed stays as it was signed.')
    kept('validMonths', bought)
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined
}

/** Terms as columns of the table. */
export const columnsOf = (t: Terms) => ({
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

/** A row's days come as text: the query has to say so. */
type Row = Omit<Selectable<Agreements>, 'starts_on' | 'ends_on'> & { starts_on: string | null; ends_on: string | null }
type TermsRow = Pick<Row, keyof ReturnType<typeof columnsOf>>
/** Terms as a row has them. What is kept was checked when it was written. */
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
