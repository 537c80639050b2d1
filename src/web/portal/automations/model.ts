// The contract's shapes as types, and what they are called. No schema reaches the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/automations.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { shortCents } from '../../ui/money-text.ts'
import type { Shape, Tone } from '../../ui/status.tsx'

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

export const statuses = ['failing', 'requested', 'provisioning', 'live', 'paused', 'retired'] as const
type Look = { label: string; tone: Tone; shape?: Shape }
export const statusLooks: Record<Status, Look> = {
  requested: { label: 'Ordered', tone: 'neutral' },
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
  working: { label: 'Works', tone: 'good' },
  broken: { label: 'Does not work', tone: 'bad' },
}

/** 0.9931 as `99.3%`; all of them are `100%`, and only then. */
export function percentText(rate: number | null): string {
  if (rate === null) return 'No runs'
  const tenths = Math.floor(rate * 1000) / 10
  return `${tenths === Math.trunc(tenths) ? tenths.toFixed(0) : tenths.toFixed(1)}%`
}

/** How a number stands to the one of the time before, in few words and in a sentence; undefined where both are nothing. */
export function trendOf(now: number, before: number): { text: string; words: string; up: boolean } | undefined {
  // What does not run at all needs no comparison.
  if (now === 0) return undefined
  if (before === 0) return { text: 'new', words: 'none in the 30 days before', up: true }
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { text: 'as before', words: 'as many as in the 30 days before', up: true }
  const size = `${Math.abs(percent).toLocaleString('en-US')}%`
  return percent > 0
    ? { text: `+${size}`, words: `${size} more than in the 30 days before`, up: true }
    : { text: `−${size}`, words: `${size} less than in the 30 days before`, up: false }
}

const months = (n: number) => {
  const rounded = Math.round(n * 10) / 10
  return `${rounded.toLocaleString('en-US')} ${rounded === 1 ? 'month' : 'months'}`
}

/** How the money saved was reckoned, in one sentence with its numbers. */
export const savedSentence = (minutes: number, worth: Pick<Worth, 'rateCents' | 'savedCents'>): string =>
  `${showMinutes(minutes)} saved × ${shortCents(worth.rateCents)} an hour = ${shortCents(worth.savedCents)}.`

/** The same of the price. `period` says when: "these 30 days". */
export function priceSentence(
  a: Pick<AutomationRow, 'priceModel' | 'priceCents'>,
  worth: Worth,
  period: string,
): string {
  if (a.priceCents === null || worth.priceCents === null)
    return 'Its price was agreed on apart and is not counted here.'
  const price = shortCents(a.priceCents)
  if (a.priceModel === 'monthly')
    return worth.months === null || worth.months === 0
      ? `Price: ${price} a month, nothing before it is live.`
      : `Price: ${price} a month × ${months(worth.months)} live = ${shortCents(worth.priceCents)}.`
  return worth.priceCents > 0
    ? `Price: ${price} once, bought in ${period}.`
    : `Price: ${price} once, paid before ${period}, so nothing in them.`
}

/** What its worth is held against, in few words. */
export const againstText = (a: Pick<AutomationRow, 'priceModel' | 'priceCents' | 'worth'>): string =>
  a.worth.priceCents === null || a.priceCents === null
    ? 'price on request'
    : a.priceModel !== 'monthly' && a.worth.priceCents === 0
      ? `bought once for ${shortCents(a.priceCents)}`
      : `against ${shortCents(a.worth.priceCents)}`

/** `$149 a month`, `$990 once`. */
export const priceText = (a: Pick<AutomationRow, 'priceModel' | 'priceCents'>): string =>
  a.priceCents === null
    ? 'On request'
    : `${shortCents(a.priceCents)} ${a.priceModel === 'monthly' ? 'a month' : 'once'}`

/** How long it took, from seconds: `45 s`, `2 min 5 s`, `1 h 3 min`. */
export function tookText(startedAt: string, finishedAt: string): string {
  const seconds = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds >= 3600) return showMinutes(Math.round(seconds / 60))
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

/** What was sent, as text that people can read. */
export const outputText = (output: unknown): string =>
  typeof output === 'string' ? output : JSON.stringify(output, null, 2)

/** `every 15 minutes`, `every day`: how often there should be a run. */
export function expectedText(minutes: number): string {
  const [n, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return n === 1 ? `every ${unit}` : `every ${n.toLocaleString('en-US')} ${unit}s`
}

const dayName = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)
/** `Nov 22, 2026` */
export const dayText = (day: string): string => dayName.format(at(day))

export const RANGES = { days: 30, weeks: 91, months: 365 } as const
export type Range = keyof typeof RANGES
export type Place = { key: string; name: string; short: string; succeeded: number; failed: number; minutes: number }

const EVERY = { days: 5, weeks: 2, months: 1 } as const

/** Days joined to what a range shows a bar for: each day, seven days up to today, or a month. */
export function placesOf(days: readonly Day[], range: Range): Place[] {
  const joined = new Map<string, Day[]>()
  days.forEach((d, i) => {
    // Weeks end today; the first may be short.
    const key =
      range === 'days'
        ? d.day
        : range === 'months'
          ? d.day.slice(0, 7)
          : (days[Math.min(days.length - 1, days.length - 1 - Math.floor((days.length - 1 - i) / 7) * 7)]?.day ?? d.day)
    joined.set(key, [...(joined.get(key) ?? []), d])
  })
  return [...joined].map(([key, of], i, all) => {
    const [first, last] = [of[0]?.day ?? key, of.at(-1)?.day ?? key]
    const sum = (what: (d: Day) => number) => of.reduce((total, d) => total + what(d), 0)
    const shown = (all.length - 1 - i) % EVERY[range] === 0
    return {
      key,
      name:
        range === 'days'
          ? dayText(first)
          : range === 'months'
            ? monthName.format(at(first))
            : `${dayText(first)} to ${dayText(last)}`,
      short: !shown ? '' : range === 'months' ? shortMonth.format(at(first)) : String(Number(last.slice(8))),
      succeeded: sum((d) => d.succeeded),
      failed: sum((d) => d.failed),
      minutes: sum((d) => d.minutesSaved),
    }
  })
}
