import { expect, test } from 'vitest'
import type { Balance, LedgerLine } from './model.ts'
import {
  chargedText,
  daysTo,
  dayText,
  expiringSoon,
  forecastText,
  inDays,
  lineText,
  methodText,
  periodName,
  periodOf,
} from './words.ts'

const now = new Date('2026-11-20T15:00:00Z')

test('how worked minutes became charged ones', () => {
  const said = (minutes: number, charged: number | null, multiplier = 100) =>
    chargedText({ minutes, charged, multiplier })
  expect([
    said(45, 45),
    said(40, 45),
    said(30, 45, 150),
    said(25, 45, 150),
    said(10, 0),
    said(20, null),
    said(60, 30, 50),
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

test('a line says who, when and why', () => {
  const start = 'Erin · Nov 14 · 40 min worked, rounded up to 45 min'
  expect(lineText(line({}), now)).toBe(start)
  expect(lineText(line({ minutes: -30 }), now)).toBe(`${start} · 30 min of it here`)
  expect(lineText(line({ kind: 'overage', minutes: 0 }), now)).toBe(`${start} · billed at the agreed rate`)
  expect(lineText(line({ kind: 'reversal', minutes: 45 }), now)).toBe(`${start} · the entry was changed`)
  expect(lineText(line({ kind: 'reversal', entry: { ...entry, removed: true } }), now)).toContain('was deleted')
  const adjusted = { kind: 'adjustment', entry: null, actor: { id: '1', name: 'Ada' }, reason: 'Goodwill' }
  expect(lineText(line(adjusted), now)).toBe('Ada: “Goodwill”')
  expect(lineText(line({ kind: 'purchase', entry: null }), now)).toBe('')
})

test('the forecast, how it was reckoned, and when there is none', () => {
  const forecast = { basedOn: 30, perDay: 42.3, runsOutOn: '2027-01-12', expiring: 90 } as const
  expect(forecastText(forecast, 600, now)).toBe('Jan 12, 2027, in 53 days')
  expect(methodText(forecast)).toBe(
    'At 42 min a day, the average of the last 30 days. 1 h 30 min of it will have expired unused before.',
  )
  const never = { basedOn: null, perDay: 0, runsOutOn: null, expiring: 0 }
  expect([forecastText(never, 600, now), forecastText(never, 0, now)]).toEqual(['No forecast yet', 'Used up'])
  expect(methodText(never)).toBe('No charged work in the last 90 days to reckon from.')
  const slow = { basedOn: 90, perDay: 0.4, runsOutOn: null, expiring: 0 } as const
  expect([forecastText(slow, 600, now), methodText(slow)]).toEqual([
    'More than two years',
    'At less than a minute a day, the average of the last 90 days.',
  ])
})

test('days and what expires soon', () => {
  expect([dayText('2026-11-14', now), dayText('2027-02-01', now)]).toEqual(['Nov 14', 'Feb 1, 2027'])
  expect([0, 1, 12, 90].map(inDays)).toEqual(['today', 'tomorrow', 'in 12 days', 'in 3 months'])
  expect(daysTo('2026-11-30', now)).toBe(10)
  const balance = (on: string, minutes = 60) =>
    ({ expiring: { blockId: '1', name: 'Pack', minutes, on } }) as unknown as Balance
  expect(expiringSoon(balance('2026-12-20'), now)?.text).toBe('1 h of “Pack” expire in 30 days')
  expect(expiringSoon(balance('2026-12-21'), now)).toBeUndefined()
  expect(expiringSoon(balance('2026-12-01', 0), now)).toBeUndefined()
})

test('periods have names, and an address that means one is read as it', () => {
  const today = '2026-03-15'
  expect(periodOf('last-month', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(periodOf('quarter', today)).toEqual({ from: '2025-12-16', to: today })
  expect(periodName({}, today)).toBe('all')
  expect(periodName({ from: '2026-03-01', to: today }, today)).toBe('month')
  expect(periodName({ from: '2026-03-02', to: today }, today)).toBeUndefined()
})
