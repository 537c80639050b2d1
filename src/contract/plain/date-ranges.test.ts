import { expect, test } from 'vitest'
import { formatDateRange, formatDateRangeShort, formatMonthRange } from './date-ranges.ts'

const ranges = [
  ['2026-11-20', '2026-11-20'],
  ['2026-11-01', '2026-11-30'],
  ['2026-11-28', '2026-12-03'],
  ['2026-12-28', '2027-01-03'],
  ['2026-11-20', '2027-11-20'],
] as const

test('a range names month and year once if both dates share them', () => {
  expect(ranges.map(([from, to]) => formatDateRange(from, to))).toEqual([
    'Nov 20, 2026',
    'Nov 1–30, 2026',
    'Nov 28 – Dec 3, 2026',
    'Dec 28, 2026 – Jan 3, 2027',
    'Nov 20, 2026 – Nov 20, 2027',
  ])
})

test('a short range has no year', () => {
  expect(ranges.map(([from, to]) => formatDateRangeShort(from, to))).toEqual([
    'Nov 20',
    'Nov 1–30',
    'Nov 28 – Dec 3',
    'Dec 28 – Jan 3',
    'Nov 20 – Nov 20',
  ])
})

test('a range of months names the year once if both months share it', () => {
  expect([
    formatMonthRange('2026-11-01', '2026-11-30'),
    formatMonthRange('2026-10-01', '2026-12-01'),
    formatMonthRange('2026-12-01', '2027-01-31'),
    formatMonthRange('2026-11-01', '2027-11-30'),
  ]).toEqual([
    'November 2026',
    'October – December 2026',
    'December 2026 – January 2027',
    'November 2026 – November 2027',
  ])
})
