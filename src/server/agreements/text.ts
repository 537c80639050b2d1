// The text of an agreement: Markdown with variables, which are the agreement's figures in plain English. Pure.
import { type Kind, TemplateProblem, templates } from '../platform/liquid.ts'
import { showCents, showDay, showMonth } from '../platform/words.ts'
import type { Period } from './months.ts'
import type { KeptTerms, Terms } from './terms.ts'

/** Everything that a text may put in. */
export const VARIABLES = {
  'provider.name': 'Our own name',
  'provider.email': 'Our address for mail',
  'company.name': 'The partner',
  'company.address': 'Its address, if it has one',
  'agreement.number': 'The number, such as A-1001',
  'agreement.name': 'The name',
  'agreement.starts_on': 'The first day, or “the day it is signed”',
  'agreement.ends_on': 'The last day; nothing while it is open',
  'agreement.renewal': 'How it ends or goes on, as a sentence',
  'agreement.notice_days': 'Days of notice',
  'price.total': 'The price of the whole',
  'price.due': 'When a fixed price is invoiced, such as “when the work is done”',
  'price.monthly': 'The price of a month',
  'price.hourly': 'The rate per hour',
  'hours.block': 'The hours of the block',
  'hours.valid_months': 'How long they are valid, such as “12 months”',
  'hours.monthly': 'The hours of a month',
  'time.rounding': 'How time is rounded, as a sentence',
  'time.after_hours': 'What counts after hours, as a sentence',
  'time.overage': 'What happens when no hours are left, as a sentence',
  'time.rollover': 'What becomes of unused hours, as a sentence',
  'time.covered': 'For conditions: whether the price covers our time',
  'payment.days': 'Days until an invoice is due',
  'sla.name': 'The service level, if it is a special one',
} as const

/** What the words are made of, beside the terms. */
export type About = {
  number: string
  company: { name: string; address: string | null }
  provider: { name: string; email: string }
}

/** A month in words, with its days when it is not a whole one. */
export const periodText = ({ from, to, days, ofDays }: Period): string =>
  days === ofDays
    ? showMonth(from)
    : `${showMonth(from)}, ${days} of ${ofDays} days (${showDay(from)} to ${showDay(to)})`
const many = (n: number, word: string) => `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`
/** Minutes in words: 20 hours, 90 minutes. */
export const hoursText = (minutes: number): string =>
  minutes % 60 === 0
    ? many(minutes / 60, 'hour')
    : minutes % 30 === 0 && minutes > 60
      ? `${(minutes / 60).toLocaleString('en-US')} hours`
      : many(minutes, 'minute')

/** When a fixed price is invoiced. */
const dueText = (t: Pick<Terms, 'billingPoint'>): string =>
  t.billingPoint === 'completion' ? 'when the work is done' : 'with the signature'

/** Phrases that say what the terms mean; the screens of the partner use the same. */
export function phrases(t: Terms) {
  const minimum = t.roundingMinimum > 0 ? `, at least ${many(t.roundingMinimum, 'minute')}` : ''
  const step = t.roundingIncrement === 1 ? 'the full minute' : `the next ${t.roundingIncrement} minutes`
  const each = t.roundingPer === 'entry' ? 'Each piece of work' : 'All work on a ticket taken together'
  const after = t.multipliers.after_hours ?? 100
  const rate = t.hourlyRateCents === null ? 'our rate' : `${showCents(t.hourlyRateCents)} per hour`
  return {
    rounding: `${each} is rounded up to ${step}${minimum}.`,
    after_hours:
      after === 100
        ? 'Work after hours counts like any other.'
        : `Work that you ask us to do after hours counts ${after} percent.`,
    overage: {
      stop: 'When no hours are left, we stop and ask you before we go on.',
      bill: `When no hours are left, we go on and invoice the additional time each month at ${rate}.`,
      percent: `When no hours are left, we may go on for up to ${t.overagePercent ?? 0} percent of the hours that came in last; the hours you buy next settle that first.`,
    }[t.overage],
    rollover: {
      none: 'Hours that are not used by the end of a month expire.',
      full: 'Hours that are not used by the end of a month stay usable until this agreement ends.',
      capped: `Up to ${hoursText(t.rolloverCap ?? 0)} that are not used by the end of a month stay usable for one more month. The rest expires.`,
    }[t.rollover],
    renewal:
      t.renewal === 'automatic' && t.renewalMonths
        ? `It then renews for ${many(t.renewalMonths, 'month')} at a time, unless one of us tells the other at least ${many(t.noticeDays, 'day')} before its end that it shall not.`
        : t.endsOn
          ? 'It does not renew by itself.'
          : `Either of us may end it with ${t.noticeDays} days’ notice.`,
  }
}

const line = (text: string | null) => text?.replace(/\s+/g, ' ').trim() || null
/** The terms one by one, in plain words, for whoever reads an agreement. */
export function inWords(t: KeptTerms): { label: string; text: string }[] {
  const { type } = t
  const said = phrases(t)
  const out: { label: string; text: string }[] = []
  const add = (label: string, text: string | null | false) => {
    if (text) out.push({ label, text })
  }
  const money = (cents: number | null) => (cents === null ? 'no price yet' : showCents(cents))
  if (type === 'block_hours') {
    add(
      'Hours',
      t.minutes !== null &&
        `${hoursText(t.minutes)}${t.validMonths ? `, valid for ${many(t.validMonths, 'month')} once they are usable` : ', without an end'}.`,
    )
    add('Price', `${money(t.priceCents)}, invoiced with the signature. The hours become usable when it is paid.`)
  }
  if (type === 'fixed_price') add('Price', `${money(t.priceCents)}, invoiced ${dueText(t)}.`)
  if (type === 'retainer')
    add('Hours', t.monthlyMinutes !== null && `${hoursText(t.monthlyMinutes)} each calendar month.`)
  if (t.monthlyPriceCents !== null)
    add(
      'Price',
      `${money(t.monthlyPriceCents)} a month, invoiced in advance. The first and the last month count by the day.`,
    )
  if (type === 'retainer') add('Unused hours', said.rollover)
  add(
    'Runs',
    `${t.startsOn ? `From ${showDay(t.startsOn)}` : 'From the day it is signed'}${t.endsOn ? ` through ${showDay(t.endsOn)}` : ', without a fixed end'}. ${said.renewal}`,
  )
  if (t.coversTime) add('Our time', 'Included in the price. It draws on no hours.')
  else {
    add('Rounding', said.rounding)
    add('After hours', said.after_hours)
    add('No hours left', said.overage)
  }
  if (t.hourlyRateCents !== null) add('Hourly rate', `${showCents(t.hourlyRateCents)} per hour.`)
  add('Payment', t.paymentDays === 0 ? 'Invoices are due at once.' : `Invoices are due within ${t.paymentDays} days.`)
  add('Service level', t.slaName)
  return out
}

const valuesOf = (kept: KeptTerms, about: About) => {
  const { type, name, slaName, ...terms } = kept
  const said = phrases(terms)
  const money = (cents: number | null) => (cents === null ? null : showCents(cents))
  return {
    provider: { name: line(about.provider.name), email: line(about.provider.email) },
    company: { name: line(about.company.name), address: line(about.company.address) },
    agreement: {
      number: about.number,
      name: line(name),
      starts_on: terms.startsOn ? showDay(terms.startsOn) : 'the day it is signed',
      ends_on: terms.endsOn ? showDay(terms.endsOn) : null,
      renewal: said.renewal,
      notice_days: String(terms.noticeDays),
    },
    price: {
      total: money(terms.priceCents),
      due: dueText(terms),
      monthly: money(terms.monthlyPriceCents),
      hourly: money(terms.hourlyRateCents),
    },
    hours: {
      block: terms.minutes === null ? null : hoursText(terms.minutes),
      valid_months: terms.validMonths === null ? null : many(terms.validMonths, 'month'),
      monthly: terms.monthlyMinutes === null ? null : hoursText(terms.monthlyMinutes),
    },
    time: {
      rounding: said.rounding,
      after_hours: said.after_hours,
      overage: said.overage,
      rollover: type === 'retainer' ? said.rollover : null,
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
  provider: { name: 'Millwright Automation & AI', email: 'support@millwright.example' },
}
const SAMPLE = valuesOf(SAMPLE_TERMS, SAMPLE_ABOUT)

const kind: Kind = { variables: VARIABLES, sample: SAMPLE, length: 100_000, called: 'an agreement' }
const drafts = templates(kind)
const whole = templates({ ...kind, whole: true })

/** Every variable with what it reads in a made-up agreement. */
export const variables = Object.entries(VARIABLES).map(([name, about]) => {
  const [group = '', key = ''] = name.split('.')
  const value = (SAMPLE as Record<string, Record<string, unknown>>)[group]?.[key]
  return { name, about, sample: String(value) }
})

/** What is wrong with a template, in words for its author; undefined when it can be used. */
export const templateProblem = (body: string): string | undefined => drafts.problem(body)

/** What an agreement without a company is shown with. */
export const sampleAbout = (provider: About['provider']): About => ({ ...SAMPLE_ABOUT, provider })

/** The text with every variable put in, and what keeps it from being sent. Null when it cannot be read at all. */
export function written(
  source: string,
  agreement: KeptTerms,
  about: About,
): { body: string | null; problem: string | null } {
  const wrong = drafts.problem(source)
  if (wrong) return { body: null, problem: wrong }
  const values = valuesOf(agreement, about)
  try {
    return { body: whole.render(source, values), problem: gap(source) }
  } catch (e) {
    if (!(e instanceof TemplateProblem)) throw e
    try {
      return { body: drafts.render(source, values), problem: e.message }
    } catch {
      return { body: null, problem: e.message }
    }
  }
}

/** A place that the template leaves to its author, and that nobody filled in. */
function gap(source: string): string | null {
  const lines = source.split('\n')
  const at = lines.findIndex((l) => /(^|\s)…\s*$/.test(l))
  return at < 0 ? null : `Line ${at + 1} still has “…” where something is to be written.`
}
