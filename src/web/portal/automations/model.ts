// The contract's shapes as types, and their labels. No schema is bundled for the browser.

import type { z } from 'zod'
import type * as contract from '../../../contract/automations/index.ts'
import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { formatDay, formatMonth } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { roundShare } from '../../../contract/plain/shares.ts'
import type { Shape, Tone } from '../../ui/status.tsx'
import { formatCentsShort } from '../../ui/text/money-text.ts'

export type AutomationRow = z.infer<typeof contract.InstallationRow>
export type Automation = z.infer<typeof contract.Installation>
export type Summary = z.infer<typeof contract.AutomationSummary>
export type Worth = z.infer<typeof contract.Worth>
export type RunRow = z.infer<typeof contract.RunRow>
export type Run = z.infer<typeof contract.Run>
export type Day = z.infer<typeof contract.DayOfRuns>
export type Connection = z.infer<typeof contract.Connection>
export type Recommendation = z.infer<typeof contract.Recommendation>
export type Status = AutomationRow['status']
export type RunStatus = RunRow['status']

export const automationStatuses = ['failing', 'requested', 'provisioning', 'live', 'paused', 'retired'] as const
type Look = { label: string; tone: Tone; shape?: Shape }
export const automationStatusLooks: Record<Status, Look> = {
  requested: { label: 'Awaiting setup', tone: 'neutral' },
  provisioning: { label: 'Being set up', tone: 'info', shape: 'half' },
  live: { label: 'Live', tone: 'good' },
  failing: { label: 'Failing', tone: 'bad' },
  paused: { label: 'Paused', tone: 'warn' },
  retired: { label: 'Retired', tone: 'neutral', shape: 'dash' },
}
export const runStatuses = ['failed', 'succeeded', 'skipped'] as const
export const runLooks: Record<RunStatus, Look> = {
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Skipped', tone: 'neutral', shape: 'dash' },
}
export const connectionLooks: Record<Connection['state'], Look> = {
  waiting: { label: 'Not connected yet', tone: 'neutral' },
  working: { label: 'Working', tone: 'good' },
  broken: { label: 'Not working', tone: 'bad' },
}

/** Formats a rate: 0.9931 becomes `99.3%`, and only a rate of 1 becomes `100%`. Null becomes "No data". */
export function formatPercent(rate: number | null): string {
  if (rate === null) return 'No data'
  const tenths = roundShare(rate, 1, 1_000) / 10
  return `${tenths === Math.trunc(tenths) ? tenths.toFixed(0) : tenths.toFixed(1)}%`
}

/**
 * Compares a number with the previous 30 days, as a short text and as a phrase. Returns undefined when the number is 0.
 */
export function calculateTrend(now: number, before: number): { text: string; words: string; up: boolean } | undefined {
  // An automation that no longer runs needs no comparison.
  if (now === 0) return undefined
  if (before === 0) return { text: 'new', words: 'none in the previous 30 days', up: true }
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { text: 'no change', words: 'same as in the previous 30 days', up: true }
  const size = `${Math.abs(percent).toLocaleString('en-US')}%`
  return percent > 0
    ? { text: `+${size}`, words: `${size} more than in the previous 30 days`, up: true }
    : { text: `−${size}`, words: `${size} less than in the previous 30 days`, up: false }
}

/** Returns a sentence that shows how the money saved was calculated. */
export const describeSavings = (minutes: number, worth: Pick<Worth, 'rateCents' | 'savedCents'>): string =>
  `${formatMinutes(minutes)} saved × ${formatCentsShort(worth.rateCents)} an hour = ${formatCentsShort(worth.savedCents)}.`

/**
 * Returns a sentence about what was invoiced and paid. `period` says when, such as "in the last 30 days". Empty for
 * readers who cannot see invoices.
 */
export const describeCost = (of: Pick<Worth, 'costCents' | 'paidCents'>, period: string): string =>
  of.costCents === null || of.paidCents === null
    ? ''
    : of.costCents === 0
      ? `Nothing was invoiced ${period}.`
      : `${formatCentsShort(of.costCents)} was invoiced ${period}, ${
          of.paidCents === of.costCents
            ? 'all of it paid'
            : of.paidCents === 0
              ? 'none of it paid yet'
              : `${formatCentsShort(of.paidCents)} of it paid`
        }.`
/** Explains how costs are calculated. */
export const COST_METHOD =
  'Cost is the total of the invoice lines whose service period starts in this period. A line without a service period counts on its invoice date. Paid is what we received for those lines, minus refunds.'

/** Compares the value with the cost, in a short text. Empty for readers who cannot see invoices. */
export const describeValueAgainstCost = ({ costCents, paidCents }: Pick<Worth, 'costCents' | 'paidCents'>): string =>
  costCents === null || paidCents === null
    ? ''
    : costCents === 0
      ? 'nothing invoiced'
      : paidCents === costCents
        ? `vs. ${formatCentsShort(costCents)} paid`
        : `vs. ${formatCentsShort(costCents)} invoiced, ${formatCentsShort(paidCents)} paid`

/** Formats a price, such as `$149 a month` or `$990 one-time`. */
export const formatAutomationPrice = (a: Pick<AutomationRow, 'priceModel' | 'priceCents'>): string =>
  a.priceCents === null
    ? 'On request'
    : `${formatCentsShort(a.priceCents)} ${a.priceModel === 'monthly' ? 'a month' : 'one-time'}`

/** Formats how long a run took: `45 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatRunDuration(startedAt: string, finishedAt: string): string {
  const seconds = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds >= 3600) return formatMinutes(Math.round(seconds / 60))
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

/** Returns a run's output as readable text. */
export const formatRunOutput = (output: unknown): string =>
  typeof output === 'string' ? output : JSON.stringify(output, null, 2)

/** Describes how often runs are expected, such as `every 15 minutes` or `every day`. */
export function describeSchedule(minutes: number): string {
  const [n, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return n === 1 ? `every ${unit}` : `every ${n.toLocaleString('en-US')} ${unit}s`
}

const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** How many days a range loads. With 366 days, the last 12 months are complete, also in a leap year. */
export const RANGES = { days: 30, weeks: 91, months: 366 } as const
export type Range = keyof typeof RANGES
export type Place = { key: string; name: string; short: string; succeeded: number; failed: number; minutes: number }

const EVERY = { days: 5, weeks: 2, months: 1 } as const
/** 366 days can begin and end on the first of a month, and are then in 13 months. */
const MONTHS = 12

/**
 * Returns the bars of a range: one per day, per seven days ending today, or per month. Months are the last 12. A month
 * whose first days are missing is left out.
 */
export function listPlaces(days: readonly Day[], range: Range): Place[] {
  const joined = new Map<string, Day[]>()
  days.forEach((d, i) => {
    // Weeks end today, so the first one may be incomplete.
    const key =
      range === 'days'
        ? d.day
        : range === 'months'
          ? d.day.slice(0, 7)
          : (days[Math.min(days.length - 1, days.length - 1 - Math.floor((days.length - 1 - i) / 7) * 7)]?.day ?? d.day)
    joined.set(key, [...(joined.get(key) ?? []), d])
  })
  const groups = [...joined]
  // Part of a month would look like a month with few runs.
  const whole = range === 'months' ? groups.filter(([, of]) => of[0]?.day.endsWith('-01')).slice(-MONTHS) : groups
  return whole.map(([key, of], i, all) => {
    const [first, last] = [of[0]?.day ?? key, of.at(-1)?.day ?? key]
    const sum = (what: (d: Day) => number) => of.reduce((total, d) => total + what(d), 0)
    const shown = (all.length - 1 - i) % EVERY[range] === 0
    return {
      key,
      name:
        range === 'days' ? formatDay(first) : range === 'months' ? formatMonth(first) : formatDateRange(first, last),
      short: !shown ? '' : range === 'months' ? shortMonth.format(at(first)) : String(Number(last.slice(8))),
      succeeded: sum((d) => d.succeeded),
      failed: sum((d) => d.failed),
      minutes: sum((d) => d.minutesSaved),
    }
  })
}
