import { expect, test } from 'vitest'
import type { Balance, LedgerLine } from './model.ts'
import {
  countDaysTo,
  describeForecast,
  describeLine,
  describeMethod,
  findExpiringSoon,
  findHoursPeriodName,
  formatCharged,
  formatHoursDay,
  formatInDays,
  getHoursPeriod,
  listTotals,
} from './words.ts'

const now = new Date('2026-11-20T15:00:00Z')

test('lists all totals that change the balance, so that they add up to it', () => {
  const totals = { lines: 121, added: 7_470, drawn: 5_595, expired: 375, taken: 600, overage: 0 }
  const listed = listTotals(totals)
  expect(listed.map((t) => t.name)).toEqual(['added', 'used', 'expired', 'removed'])
  expect(listed.reduce((n, t) => (t.name === 'added' ? n + t.minutes : n - t.minutes), 0)).toBe(900)
  expect(listTotals({ ...totals, drawn: 0, expired: -30, taken: 0, overage: 45 }).map((t) => t.name)).toEqual([
    'added',
    'used',
    'expired',
    'overage',
  ])
})

test('explains how worked minutes became charged minutes', () => {
  const explain = (minutes: number, charged: number | null, multiplier = 100) =>
    formatCharged({ minutes, charged, multiplier })
  expect([
    explain(45, 45),
    explain(40, 45),
    explain(30, 45, 150),
    explain(25, 45, 150),
    explain(10, 0),
    explain(20, null),
    explain(60, 30, 50),
  ]).toEqual([
    '45 min worked',
    '40 min worked, rounded up to 45 min',
    '30 min worked × 1.5 = 45 min',
    '25 min worked × 1.5, rounded up to 45 min',
    '10 min worked, 0 min after rounding with the ticket’s other time',
    '20 min worked, not charged',
    '1 h worked × 0.5 = 30 min',
  ])
})

const entry = {
  workedOn: '2026-11-14',
  minutes: 40,
  charged: 45,
  multiplier: 100,
  worker: 'Erin',
  removed: false,
}
const line = (more: object) =>
  ({ kind: 'consumption', minutes: -45, entry, actor: null, reason: null, ...more }) as unknown as LedgerLine

test('describes who worked, when and why', () => {
  const start = 'Erin · Nov 14 · 40 min worked, rounded up to 45 min'
  expect(describeLine(line({}), now)).toBe(start)
  expect(describeLine(line({ minutes: -30 }), now)).toBe(`${start} · 30 min in this entry`)
  expect(describeLine(line({ kind: 'overage', minutes: 0 }), now)).toBe(`${start} · billed at the agreed rate`)
  expect(describeLine(line({ kind: 'reversal', minutes: 45 }), now)).toBe(`${start} · the entry was changed`)
  expect(describeLine(line({ kind: 'reversal', entry: { ...entry, removed: true } }), now)).toContain('was deleted')
  const adjusted = { kind: 'adjustment', entry: null, actor: { id: '1', name: 'Ada' }, reason: 'Goodwill' }
  expect(describeLine(line(adjusted), now)).toBe('Ada: “Goodwill”')
  expect(describeLine(line({ kind: 'purchase', entry: null }), now)).toBe('')
})

test('describes the forecast, how it is calculated, and when there is none', () => {
  const forecast = { basedOn: 30, perDay: 42.3, runsOutOn: '2027-01-12', expiring: 90 } as const
  expect(describeForecast(forecast, 600, now)).toBe('Jan 12, 2027, in 53 days')
  expect(describeMethod(forecast)).toBe(
    'Based on 42 min a day, the average of the last 30 days. 1 h 30 min will expire unused before then.',
  )
  const never = { basedOn: null, perDay: 0, runsOutOn: null, expiring: 0 }
  expect([describeForecast(never, 600, now), describeForecast(never, 0, now)]).toEqual(['No forecast yet', 'Used up'])
  expect(describeMethod(never)).toBe('No forecast: no billable work in the last 90 days.')
  const slow = { basedOn: 90, perDay: 0.4, runsOutOn: null, expiring: 0 } as const
  expect([describeForecast(slow, 600, now), describeMethod(slow)]).toEqual([
    'In more than two years',
    'Based on less than a minute a day, the average of the last 90 days.',
  ])
})

test('formats days and finds hours that expire soon', () => {
  expect([formatHoursDay('2026-11-14', now), formatHoursDay('2027-02-01', now)]).toEqual(['Nov 14', 'Feb 1, 2027'])
  expect([0, 1, 12, 90].map(formatInDays)).toEqual(['today', 'tomorrow', 'in 12 days', 'in 3 months'])
  expect(countDaysTo('2026-11-30', now)).toBe(10)
  const balance = (on: string, minutes = 60) =>
    ({ expiring: { blockId: '1', name: 'Pack', minutes, on } }) as unknown as Balance
  expect(findExpiringSoon(balance('2026-12-20'), now)?.text).toBe('1 h of “Pack” will expire in 30 days')
  expect(findExpiringSoon(balance('2026-12-21'), now)).toBeUndefined()
  expect(findExpiringSoon(balance('2026-12-01', 0), now)).toBeUndefined()
})

test('names a period whose days match a preset', () => {
  const today = '2026-03-15'
  expect(getHoursPeriod('last-month', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(getHoursPeriod('quarter', today)).toEqual({ from: '2025-12-16', to: today })
  expect(findHoursPeriodName({}, today)).toBe('all')
  expect(findHoursPeriodName({ from: '2026-03-01', to: today }, today)).toBe('month')
  expect(findHoursPeriodName({ from: '2026-03-02', to: today }, today)).toBeUndefined()
})
