import { expect, test } from 'vitest'
import { addDays } from '../../../contract/plain/days.ts'
import {
  calculateTrend,
  type Day,
  describeCost,
  describeSavings,
  describeValueAgainstCost,
  formatPercent,
  formatRunDuration,
  listPlaces,
  RANGES,
} from './model.ts'

const worth = { savedCents: 41_200, costCents: 14_900, paidCents: 4_900, rateCents: 6_000, rateOf: 'house' as const }

test('shows how the value is calculated', () => {
  expect(describeSavings(412, worth)).toBe('6 h 52 min saved × $60 an hour = $412.')
  const period = 'in the last 30 days'
  expect(describeCost(worth, period)).toBe('$149 was invoiced in the last 30 days, $49 of it paid.')
  expect(describeCost({ ...worth, paidCents: 14_900 }, period)).toContain('all of it paid')
  expect(describeCost({ ...worth, paidCents: 0 }, period)).toContain('none of it paid yet')
  expect(describeCost({ ...worth, costCents: 0, paidCents: 0 }, period)).toBe(
    'Nothing was invoiced in the last 30 days.',
  )
  expect(describeValueAgainstCost(worth)).toBe('vs. $149 invoiced, $49 paid')
  // Members cannot see invoices.
  const hidden = { ...worth, costCents: null, paidCents: null }
  expect([describeCost(hidden, period), describeValueAgainstCost(hidden)]).toEqual(['', ''])
})

test('success rates never round up to 100%, and trends name the period they compare with', () => {
  expect([formatPercent(1), formatPercent(0.9999), formatPercent(0.9931), formatPercent(null)]).toEqual([
    '100%',
    '99.9%',
    '99.3%',
    'No data',
  ])
  expect([
    calculateTrend(0, 5),
    calculateTrend(3, 0)?.text,
    calculateTrend(5, 5)?.text,
    calculateTrend(6, 5)?.text,
    calculateTrend(4, 5)?.text,
  ]).toEqual([undefined, 'new', 'no change', '+20%', '−20%'])
  expect(
    ['2026-11-22T10:00:45Z', '2026-11-22T10:02:05Z', '2026-11-22T11:03:00Z'].map((end) =>
      formatRunDuration('2026-11-22T10:00:00Z', end),
    ),
  ).toEqual(['45 s', '2 min 5 s', '1 h 3 min'])
})

test('each day is in exactly one bar, weeks end today, and months are calendar months', () => {
  const days: Day[] = Array.from({ length: 91 }, (_, n) => ({
    day: new Date(Date.UTC(2026, 7, 24 + n)).toISOString().slice(0, 10),
    succeeded: n,
    failed: 1,
    skipped: 5,
    minutesSaved: 2,
  }))
  for (const range of ['days', 'weeks'] as const) {
    const places = listPlaces(days, range)
    expect([places.reduce((s, p) => s + p.failed, 0), places.reduce((s, p) => s + p.minutes, 0)], range).toEqual([
      91, 182,
    ])
    expect(new Set(places.map((p) => p.key)).size).toBe(places.length)
  }
  const weeks = listPlaces(days, 'weeks')
  expect([weeks.length, weeks.at(-1)?.key, weeks.at(-1)?.failed]).toEqual([13, '2026-11-22', 7])
  // August is left out, because its days before August 24 are missing.
  expect(listPlaces(days, 'months').map((p) => [p.name, p.failed])).toEqual([
    ['September 2026', 30],
    ['October 2026', 31],
    ['November 2026', 22],
  ])
})

test.each([
  ['2026-06-15', 'July 2025'],
  ['2026-06-30', 'July 2025'],
  ['2026-07-01', 'August 2025'],
  ['2027-01-01', 'February 2026'],
  // 2028 is a leap year.
  ['2028-12-31', 'January 2028'],
])('12 months until %s begin with all of %s', (today, first) => {
  const days: Day[] = Array.from({ length: RANGES.months }, (_, n) => ({
    day: addDays(today, n + 1 - RANGES.months),
    succeeded: 1,
    failed: 0,
    skipped: 0,
    minutesSaved: 0,
  }))
  const places = listPlaces(days, 'months')
  expect([places.length, places[0]?.name, places[0]?.succeeded]).toEqual([12, first, first.startsWith('Feb') ? 28 : 31])
})
