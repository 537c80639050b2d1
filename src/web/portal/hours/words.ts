// Text and calculations for the hours screens. Pure.

import { formatMinutes } from '../../../contract/plain/durations.ts'
import { EXPIRING_DAYS } from '../../../contract/plain/warnings.ts'
import { getNowDate } from '../../ui/clock.ts'
import { formatWeekDay, toDay } from '../../ui/text/duration.ts'
import type { Balance, Block, Forecast, LedgerKind, LedgerLine, LedgerTotals } from './model.ts'

export const ledgerKindLabels: Record<LedgerKind, string> = {
  purchase: 'Purchased',
  grant: 'Granted',
  consumption: 'Used',
  overage: 'Overage',
  adjustment: 'Adjusted',
  expiry: 'Expired',
  rollover: 'Rolled over',
  reversal: 'Reversed',
}
export const ledgerKinds = Object.keys(ledgerKindLabels) as LedgerKind[]

export const blockSourceLabels: Record<Block['source'], string> = {
  purchase: 'Purchased',
  agreement: 'Agreement',
  retainer: 'Monthly retainer',
  rollover: 'Rolled over',
  top_up: 'Automatic top-up',
  grant: 'Granted',
}

const DAY_MS = 86_400_000
/** Returns a day as a number of days since 1970, for the axis of a chart. */
export const toDayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
/** Returns the day of such a number, as YYYY-MM-DD. */
export const fromDayNumber = (n: number): string => new Date(n * DAY_MS).toISOString().slice(0, 10)

/** Formats a day as "Nov 14", with the year if it is not the current one. */
export const formatHoursDay = (day: string, now = getNowDate()): string =>
  formatWeekDay(day, toDay(now, undefined), false)

/** Returns the number of days from today to a day. Negative for past days. */
export const countDaysTo = (day: string, now = getNowDate()): number =>
  toDayNumber(day) - toDayNumber(toDay(now, undefined))

/** Formats a number of days as "today", "tomorrow", "in 12 days" or "in 3 months". */
export const formatInDays = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'tomorrow' : days < 60 ? `in ${days} days` : `in ${Math.round(days / 30.4)} months`

type Entry = NonNullable<LedgerLine['entry']>

/** Explains how worked minutes became charged minutes: "40 min worked, rounded up to 45 min". */
export function formatCharged({
  minutes,
  charged,
  multiplier,
}: Pick<Entry, 'minutes' | 'charged' | 'multiplier'>): string {
  const worked = `${formatMinutes(minutes)} worked`
  if (charged === null) return `${worked}, not charged`
  const weighted = (minutes * multiplier) / 100
  const times = multiplier === 100 ? '' : ` × ${multiplier / 100}`
  if (charged === weighted) return times ? `${worked}${times} = ${formatMinutes(charged)}` : worked
  if (charged > weighted) return `${worked}${times}, rounded up to ${formatMinutes(charged)}`
  return `${worked}${times}, ${formatMinutes(charged)} after rounding with the ticket’s other time`
}

/** Returns the text below a line's title: who, when, and how its minutes were calculated. */
export function describeLine(line: LedgerLine, now = getNowDate()): string {
  const { entry, actor, reason, kind } = line
  const because = reason ? `“${reason}”` : ''
  if (entry) {
    const part = kind === 'consumption' && entry.charged !== null && -line.minutes < entry.charged
    return [
      entry.worker,
      formatHoursDay(entry.workedOn, now),
      formatCharged(entry),
      part && `${formatMinutes(-line.minutes)} in this entry`,
      kind === 'overage' && 'billed at the agreed rate',
      kind === 'reversal' && (because || (entry.removed ? 'the entry was deleted' : 'the entry was changed')),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  if (kind === 'expiry') return 'Expired unused'
  return [actor?.name, because].filter(Boolean).join(': ')
}

/** Returns when the hours are forecast to run out, in a few words. */
export function describeForecast(
  { basedOn, perDay, runsOutOn }: Forecast,
  balance: number,
  now = getNowDate(),
): string {
  if (balance <= 0) return 'Used up'
  if (basedOn === null || perDay === 0) return 'No forecast yet'
  if (runsOutOn === null) return 'In more than two years'
  const days = countDaysTo(runsOutOn, now)
  return `${formatHoursDay(runsOutOn, now)}, ${formatInDays(days)}`
}

/** Explains how the forecast was calculated. */
export function describeMethod({ basedOn, perDay, expiring }: Forecast): string {
  if (basedOn === null) return 'No forecast: no billable work in the last 90 days.'
  const pace = perDay >= 1 ? `${formatMinutes(Math.round(perDay))} a day` : 'less than a minute a day'
  const lost = expiring > 0 ? ` ${formatMinutes(expiring)} will expire unused before then.` : ''
  return `Based on ${pace}, the average of the last ${basedOn} days.${lost}`
}

/**
 * Returns a text about the minutes that expire next, and the days until then. Undefined if none expire within
 * `EXPIRING_DAYS`.
 */
export function findExpiringSoon(
  { expiring }: Balance,
  now = getNowDate(),
): { text: string; days: number } | undefined {
  if (!expiring || expiring.minutes <= 0) return undefined
  const days = countDaysTo(expiring.on, now)
  if (days > EXPIRING_DAYS) return undefined
  return { text: `${formatMinutes(expiring.minutes)} of “${expiring.name}” will expire ${formatInDays(days)}`, days }
}

/**
 * Lists the sums of the shown ledger entries. The balance changed by added minus used, expired and removed. Overage
 * does not change it.
 */
export const listTotals = (t: LedgerTotals): { name: string; minutes: number }[] =>
  [
    { name: 'added', minutes: t.added, always: true },
    { name: 'used', minutes: t.drawn, always: true },
    { name: 'expired', minutes: t.expired },
    { name: 'removed', minutes: t.taken },
    { name: 'overage', minutes: t.overage },
  ].flatMap(({ always, ...total }) => (always || total.minutes !== 0 ? [total] : []))

/** The first and last day of a period. Either can be open. */
export type Period = { from?: string | undefined; to?: string | undefined }
export const LEDGER_PERIODS = ['all', 'month', 'last-month', 'quarter', 'year'] as const
export type PeriodName = (typeof LEDGER_PERIODS)[number]
export const ledgerPeriodLabels: Record<PeriodName, string> = {
  all: 'All time',
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'Last 90 days',
  year: 'This year',
}
/** Returns the days of a named period as of today. */
export function getHoursPeriod(name: PeriodName, today: string): Period {
  const month = today.slice(0, 7)
  switch (name) {
    case 'all':
      return {}
    case 'month':
      return { from: `${month}-01`, to: today }
    case 'last-month': {
      const last = fromDayNumber(toDayNumber(`${month}-01`) - 1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'quarter':
      return { from: fromDayNumber(toDayNumber(today) - 89), to: today }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
}
/** Returns the name of a period, or undefined if it is a custom one. */
export const findHoursPeriodName = (period: Period, today: string): PeriodName | undefined =>
  LEDGER_PERIODS.find((name) => {
    const { from, to } = getHoursPeriod(name, today)
    return from === period.from && to === period.to
  })
