// The text of an agreement: Markdown with variables that show the agreement's figures in plain English. Pure.
import { brand } from '../../../../brand.config.ts'
import { formatCount } from '../../../contract/plain/counts.ts'
import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { formatLongDay, formatMonth } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import { type Kind, TemplateProblem, templates } from '../../platform/model/liquid.ts'
import type { Period } from '../months.ts'
import type { KeptTerms, Terms } from '../terms.ts'

/** The variables that a text may use, with their descriptions. */
const VARIABLES = {
  'provider.name': 'Provider name',
  'provider.email': 'Provider email address',
  'company.name': 'Partner name',
  'company.address': 'Partner address, if it has one',
  'agreement.number': 'Agreement number, such as A-1001',
  'agreement.name': 'Agreement name',
  'agreement.starts_on': 'Start date, or “the day it is signed”',
  'agreement.ends_on': 'End date; empty if there is none',
  'agreement.renewal': 'How it renews or ends, as a sentence',
  'agreement.notice_days': 'Notice period in days',
  'price.total': 'Total price',
  'price.due': 'When a fixed price is invoiced, such as “when the work is done”',
  'price.monthly': 'Monthly price',
  'price.hourly': 'Hourly rate',
  'hours.block': 'Hours in the block',
  'hours.valid_months': 'How long the hours are valid, such as “12 months”',
  'hours.monthly': 'Hours per month',
  'time.rounding': 'How time is rounded, as a sentence',
  'time.after_hours': 'How after-hours work counts, as a sentence',
  'time.overage': 'What happens when no hours are left, as a sentence',
  'time.rollover': 'What happens to unused hours, as a sentence',
  'time.covered': 'For conditions: whether the price covers our time',
  'payment.days': 'Days until an invoice is due',
  'sla.name': 'SLA policy, if it is not the company’s default',
} as const

/** The values for a text that are not terms. */
export type About = {
  number: string
  company: { name: string; address: string | null }
  provider: { name: string; email: string }
}

/** Formats a billed month as "November 2026", or "November 2026, 11 of 30 days (Nov 20–30, 2026)". */
export const periodText = ({ from, to, days, ofDays }: Period): string =>
  days === ofDays ? formatMonth(from) : `${formatMonth(from)}, ${days} of ${ofDays} days (${formatDateRange(from, to)})`

/** Returns when a fixed price is invoiced, in words. */
const dueText = (t: Pick<Terms, 'billingPoint'>): string =>
  t.billingPoint === 'completion' ? 'when the work is done' : 'on signature'

/** Returns sentences that explain the terms. The partner's screens use the same ones. */
export function termPhrases(t: Terms) {
  const minimum = t.roundingMinimum > 0 ? `, with a minimum of ${formatMinutes(t.roundingMinimum)}` : ''
  const step = t.roundingIncrement === 1 ? 'the next full minute' : `the next ${formatMinutes(t.roundingIncrement)}`
  const each = t.roundingPer === 'entry' ? 'Each time entry' : 'The total time on each ticket'
  const after = t.multipliers.after_hours ?? 100
  const rate = t.hourlyRateCents === null ? 'our rate' : `${formatCents(t.hourlyRateCents)} per hour`
  return {
    rounding: `${each} is rounded up to ${step}${minimum}.`,
    after_hours:
      after === 100
        ? 'After-hours work counts at the normal rate.'
        : `Work that you request after hours counts at ${after} percent.`,
    overage: {
      stop: 'When no hours are left, we stop and ask you before we continue.',
      bill: `When no hours are left, we continue and invoice the additional time each month at ${rate}.`,
      percent: `When no hours are left, we may continue for up to ${t.overagePercent ?? 0} percent of the most recently added hours. The next hours you buy cover that time first.`,
    }[t.overage],
    rollover: {
      none: 'Hours not used by the end of a month expire.',
      full: 'Hours not used by the end of a month stay available until this agreement ends.',
      capped: `Up to ${formatMinutes(t.rolloverCap ?? 0)} not used by the end of a month stay available for one more month. The rest expire.`,
    }[t.rollover],
    renewal:
      t.renewal === 'automatic' && t.renewalMonths
        ? `It then renews for ${formatCount(t.renewalMonths, 'month')} at a time, unless either of us gives notice at least ${formatCount(t.noticeDays, 'day')} before it ends.`
        : t.endsOn
          ? 'It doesn’t renew automatically.'
          : `Either of us may end it with ${t.noticeDays === 1 ? '1 day’s' : `${t.noticeDays} days’`} notice.`,
  }
}

const rangeText = ({ startsOn, endsOn }: Pick<Terms, 'startsOn' | 'endsOn'>): string => {
  if (startsOn && endsOn) return formatDateRange(startsOn, endsOn)
  if (endsOn) return `From the day it is signed through ${formatLongDay(endsOn)}`
  return `From ${startsOn ? formatLongDay(startsOn) : 'the day it is signed'}, with no fixed end date`
}

const line = (text: string | null) => text?.replace(/\s+/g, ' ').trim() || null
/** Returns the terms one by one in plain words, for readers of an agreement. */
export function describeTerms(t: KeptTerms): { label: string; text: string }[] {
  const { type } = t
  const phrases = termPhrases(t)
  const out: { label: string; text: string }[] = []
  const add = (label: string, text: string | null | false) => {
    if (text) out.push({ label, text })
  }
  const money = (cents: number | null) => (cents === null ? 'Price not set' : formatCents(cents))
  if (type === 'block_hours') {
    add(
      'Hours',
      t.minutes !== null &&
        `${formatMinutes(t.minutes)}${t.validMonths ? `, valid for ${formatCount(t.validMonths, 'month')} from the day they become available` : ', with no expiration date'}.`,
    )
    add('Price', `${money(t.priceCents)}, invoiced on signature. The hours become available when the invoice is paid.`)
  }
  if (type === 'fixed_price') add('Price', `${money(t.priceCents)}, invoiced ${dueText(t)}.`)
  if (type === 'retainer')
    add('Hours', t.monthlyMinutes !== null && `${formatMinutes(t.monthlyMinutes)} each calendar month.`)
  if (t.monthlyPriceCents !== null)
    add(
      'Price',
      `${money(t.monthlyPriceCents)} a month, invoiced in advance. The first and last months are prorated by day.`,
    )
  if (type === 'retainer') add('Unused hours', phrases.rollover)
  add('Term', `${rangeText(t)}. ${phrases.renewal}`)
  if (t.coversTime) add('Our time', 'Included in the price. It doesn’t use any hours.')
  else {
    add('Rounding', phrases.rounding)
    add('After hours', phrases.after_hours)
    add('Overage', phrases.overage)
  }
  if (t.hourlyRateCents !== null) add('Hourly rate', `${formatCents(t.hourlyRateCents)} per hour.`)
  add(
    'Payment',
    t.paymentDays === 0 ? 'Invoices are due on receipt.' : `Invoices are due within ${t.paymentDays} days.`,
  )
  add('SLA policy', t.slaName)
  return out
}

const valuesOf = (kept: KeptTerms, about: About) => {
  const { type, name, slaName, ...terms } = kept
  const phrases = termPhrases(terms)
  const money = (cents: number | null) => (cents === null ? null : formatCents(cents))
  return {
    provider: { name: line(about.provider.name), email: line(about.provider.email) },
    company: { name: line(about.company.name), address: line(about.company.address) },
    agreement: {
      number: about.number,
      name: line(name),
      starts_on: terms.startsOn ? formatLongDay(terms.startsOn) : 'the day it is signed',
      ends_on: terms.endsOn ? formatLongDay(terms.endsOn) : null,
      renewal: phrases.renewal,
      notice_days: String(terms.noticeDays),
    },
    price: {
      total: money(terms.priceCents),
      due: dueText(terms),
      monthly: money(terms.monthlyPriceCents),
      hourly: money(terms.hourlyRateCents),
    },
    hours: {
      block: terms.minutes === null ? null : formatMinutes(terms.minutes),
      valid_months: terms.validMonths === null ? null : formatCount(terms.validMonths, 'month'),
      monthly: terms.monthlyMinutes === null ? null : formatMinutes(terms.monthlyMinutes),
    },
    time: {
      rounding: phrases.rounding,
      after_hours: phrases.after_hours,
      overage: phrases.overage,
      rollover: type === 'retainer' ? phrases.rollover : null,
      covered: terms.coversTime,
    },
    payment: { days: String(terms.paymentDays) },
    sla: { name: line(slaName) },
  }
}

const SAMPLE_TERMS: KeptTerms = {
  name: 'Automation hours 2027',
  type: 'retainer',
  slaName: 'Priority care',
  startsOn: '2027-01-01',
  endsOn: '2027-12-31',
  renewal: 'automatic',
  renewalMonths: 12,
  noticeDays: 30,
  currency: 'usd',
  hourlyRateCents: 17_500,
  overage: 'bill',
  overagePercent: null,
  roundingIncrement: 15,
  roundingMinimum: 15,
  roundingPer: 'entry',
  multipliers: { after_hours: 150 },
  coversTime: false,
  billingPoint: 'signature',
  slaPolicyId: null,
  paymentDays: 15,
  minutes: 1_200,
  priceCents: 332_500,
  validMonths: 12,
  monthlyMinutes: 600,
  monthlyPriceCents: 155_000,
  rollover: 'capped',
  rolloverCap: 300,
}
const SAMPLE_ABOUT: About = {
  number: 'A-1042',
  company: { name: 'Lakeshore Networks', address: '27 Pine Street, Madison, WI 53703' },
  provider: { name: brand.longName, email: brand.supportEmail },
}
const SAMPLE = valuesOf(SAMPLE_TERMS, SAMPLE_ABOUT)

const kind: Kind = { variables: VARIABLES, sample: SAMPLE, length: 100_000, noun: 'an agreement' }
const drafts = templates(kind)
const fullTemplates = templates({ ...kind, whole: true })

/** All variables with their descriptions and sample values. */
export const listVariables = Object.entries(VARIABLES).map(([name, about]) => {
  const [group = '', key = ''] = name.split('.')
  const value = (SAMPLE as Record<string, Record<string, unknown>>)[group]?.[key]
  return { name, about, sample: String(value) }
})

/** Returns what is wrong with a template, in words for its author; undefined when it can be used. */
export const templateProblem = (body: string): string | undefined => drafts.problem(body)

/** Returns the sample values for an agreement without a company. */
export const sampleAbout = (provider: About['provider']): About => ({ ...SAMPLE_ABOUT, provider })

/**
 * Returns the text with every variable filled in, and the problem that prevents sending it. `body` is null when the
 * text cannot be rendered at all.
 */
export function renderAgreementText(
  source: string,
  agreement: KeptTerms,
  about: About,
): { body: string | null; problem: string | null } {
  const wrong = drafts.problem(source)
  if (wrong) return { body: null, problem: wrong }
  const values = valuesOf(agreement, about)
  try {
    return { body: fullTemplates.render(source, values), problem: gap(source) }
  } catch (e) {
    if (!(e instanceof TemplateProblem)) throw e
    try {
      return { body: drafts.render(source, values), problem: e.message }
    } catch {
      return { body: null, problem: e.message }
    }
  }
}

/** Returns an error for the first placeholder that the author has not filled in; null without one. */
function gap(source: string): string | null {
  const lines = source.split('\n')
  const at = lines.findIndex((l) => /(^|\s)…\s*$/.test(l))
  return at < 0 ? null : `Line ${at + 1} still has “…”. Replace it with your text.`
}
