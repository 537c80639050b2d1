// What the screens about hours say of figures. Pure.
import { dayOf } from '../../ui/duration.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import type { Balance, Block, Forecast, LedgerKind, LedgerLine } from './model.ts'

export const kindLabels: Record<LedgerKind, string> = {
  purchase: 'Bought',
  grant: 'Granted',
  consumption: 'Worked',
  overage: 'Beyond the hours',
  adjustment: 'Adjusted',
  expiry: 'Expired',
  rollover: 'Rolled over',
  reversal: 'Taken back',
}
export const kinds = Object.keys(kindLabels) as LedgerKind[]

export const sourceLabels: Record<Block['source'], string> = {
  purchase: 'Bought',
  agreement: 'From an agreement',
  retainer: 'Monthly retainer',
  rollover: 'Rolled over',
  top_up: 'Automatic top-up',
  grant: 'Granted',
}

const DAY_MS = 86_400_000
/** A day as its number, for the axis of a chart. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
/** The day of a number, as YYYY-MM-DD. */
export const dayOfNumber = (n: number): string => new Date(n * DAY_MS).toISOString().slice(0, 10)

/** A day in words: "Nov 14", with the year where it is another than this one. */
export function dayText(day: string, now = new Date()): string {
  const same = day.slice(0, 4) === String(now.getFullYear())
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(same ? {} : { year: 'numeric' }),
  }).format(new Date(`${day}T00:00:00Z`))
}

/** Days from today to a day; below zero when it is over. */
export const daysTo = (day: string, now = new Date()): number => dayNumber(day) - dayNumber(dayOf(now, undefined))

/** "today", "tomorrow", "in 12 days". */
export const inDays = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'tomorrow' : days < 60 ? `in ${days} days` : `in ${Math.round(days / 30.4)} months`

type Entry = NonNullable<LedgerLine['entry']>

/** How worked minutes became charged ones: "40 min worked, rounded up to 45 min". */
export function chargedText({
  minutes,
  charged,
  multiplier,
}: Pick<Entry, 'minutes' | 'charged' | 'multiplier'>): string {
  const worked = `${showMinutes(minutes)} worked`
  if (charged === null) return `${worked}, not charged`
  const weighted = (minutes * multiplier) / 100
  const times = multiplier === 100 ? '' : ` × ${multiplier / 100}`
  if (charged === weighted) return times ? `${worked}${times} = ${showMinutes(charged)}` : worked
  if (charged > weighted) return `${worked}${times}, rounded up to ${showMinutes(charged)}`
  return `${worked}${times}, ${showMinutes(charged)} after rounding with the ticket’s other time`
}

/** What a line says beneath its title: who, when, and how its minutes came about. */
export function lineText(line: LedgerLine, now = new Date()): string {
  const { entry, actor, reason, kind } = line
  const because = reason ? `“${reason}”` : ''
  if (entry) {
    const part = kind === 'consumption' && entry.charged !== null && -line.minutes < entry.charged
    return [
      entry.worker,
      dayText(entry.workedOn, now),
      chargedText(entry),
      part && `${showMinutes(-line.minutes)} of it here`,
      kind === 'overage' && 'billed at the agreed rate',
      kind === 'reversal' && (because || (entry.removed ? 'the entry was deleted' : 'the entry was changed')),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  if (kind === 'expiry') return 'Unused when its time was over'
  return [actor?.name, because].filter(Boolean).join(': ')
}

/** When the hours will have run out, in a few words. */
export function forecastText({ basedOn, perDay, runsOutOn }: Forecast, balance: number, now = new Date()): string {
  if (balance <= 0) return 'Used up'
  if (basedOn === null || perDay === 0) return 'No forecast yet'
  if (runsOutOn === null) return 'More than two years'
  const days = daysTo(runsOutOn, now)
  return `${dayText(runsOutOn, now)}, ${inDays(days)}`
}

/** How that was reckoned. */
export function methodText({ basedOn, perDay, expiring }: Forecast): string {
  if (basedOn === null) return 'No charged work in the last 90 days to reckon from.'
  const pace = perDay >= 1 ? `${showMinutes(Math.round(perDay))} a day` : 'less than a minute a day'
  const lost = expiring > 0 ? ` ${showMinutes(expiring)} of it will have expired unused before.` : ''
  return `At ${pace}, the average of the last ${basedOn} days.${lost}`
}

/** The notice that expiring hours deserve: within 30 days. */
export const EXPIRING_DAYS = 30
/** The next minutes to expire, if that is soon. */
export function expiringSoon({ expiring }: Balance, now = new Date()): { text: string; days: number } | undefined {
  if (!expiring || expiring.minutes <= 0) return undefined
  const days = daysTo(expiring.on, now)
  if (days > EXPIRING_DAYS) return undefined
  return { text: `${showMinutes(expiring.minutes)} of “${expiring.name}” expire ${inDays(days)}`, days }
}

/** Places of a period on a list: its first and its last day. */
export type Period = { from?: string | undefined; to?: string | undefined }
export const PERIODS = ['all', 'month', 'last-month', 'quarter', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]
export const periodLabels: Record<PeriodName, string> = {
  all: 'All time',
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'Last 90 days',
  year: 'This year',
}
/** The days that a name of a period means today. */
export function periodOf(name: PeriodName, today: string): Period {
  const month = today.slice(0, 7)
  switch (name) {
    case 'all':
      return {}
    case 'month':
      return { from: `${month}-01`, to: today }
    case 'last-month': {
      const last = dayOfNumber(dayNumber(`${month}-01`) - 1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'quarter':
      return { from: dayOfNumber(dayNumber(today) - 89), to: today }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
}
/** The name of a period that an address holds; undefined when it has none. */
export const periodName = (period: Period, today: string): PeriodName | undefined =>
  PERIODS.find((name) => {
    const { from, to } = periodOf(name, today)
    return from === period.from && to === period.to
  })
