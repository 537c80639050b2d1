import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, countDays } from '../../contract/plain/days.ts'
import { dayIn } from '../../contract/plain/time-zone.ts'
import { addMonths, centsIn, duePeriods, endIsNear, minutesIn, periodFrom, renewedEnd } from './months.ts'
import { calculateFirstPeriod } from './signing/at-purchase.ts'

describe('months of a calendar', () => {
  test.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-02-28', 1, '2026-03-31'],
    ['2028-02-28', 1, '2028-03-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-04-30', 1, '2026-05-31'],
    ['2026-11-30', 12, '2027-11-30'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('%s and %i months is %s', (from, months, to) => expect(addMonths(from, months)).toBe(to))
  test('uses local days across daylight saving changes', () => {
    expect(dayIn('America/New_York', Date.parse('2026-03-08T04:59:59Z'))).toBe('2026-03-07')
    expect(dayIn('America/New_York', Date.parse('2026-03-08T05:00:00Z'))).toBe('2026-03-08')
    expect(dayIn('America/New_York', Date.parse('2026-03-09T03:59:59Z'))).toBe('2026-03-08')
    expect(dayIn('America/New_York', Date.parse('2026-11-02T04:59:59Z'))).toBe('2026-11-01')
  })
})

describe('what is due', () => {
  test.each([
    // price, day, cents, until, full month from, next
    [15_000, '2026-11-30', 500, '2026-11-30', null, '2026-12-01'],
    [1_500, '2026-11-30', 50, '2026-11-30', null, '2026-12-01'],
    [1_499, '2026-11-30', 50, '2026-11-30', null, '2026-12-01'],
    [1_484, '2026-11-30', 49 + 1_484, '2026-12-31', '2026-12-01', '2027-01-01'],
    [100, '2026-12-31', 3 + 100, '2027-01-31', '2027-01-01', '2027-02-01'],
    [100, '2026-11-01', 100, '2026-11-30', null, '2026-12-01'],
  ])('%i a month ordered on %s is %i', (monthly, day, cents, to, wholeFrom, nextOn) =>
    expect(calculateFirstPeriod(monthly, day)).toMatchObject({ cents, nextOn, period: { from: day, to, wholeFrom } }),
  )
  test.each([
    // from, end, to, days, days of the month
    ['2026-11-01', null, '2026-11-30', 30, 30],
    ['2026-11-20', null, '2026-11-30', 11, 30],
    ['2026-01-31', null, '2026-01-31', 1, 31],
    ['2026-02-01', '2026-02-28', '2026-02-28', 28, 28],
    ['2028-02-10', null, '2028-02-29', 20, 29],
    ['2026-03-01', '2026-03-08', '2026-03-08', 8, 31],
    ['2026-03-05', '2026-03-05', '2026-03-05', 1, 31],
  ])('from %s, ending %s: through %s, %i of %i days', (from, endsOn, to, days, ofDays) =>
    expect(periodFrom(from, endsOn)).toEqual({ from, to, days, ofDays }),
  )
  test('returns nothing after the end date', () => expect(periodFrom('2026-03-06', '2026-03-05')).toBeUndefined())
  test('catches up month by month after an outage', () => {
    const due = duePeriods('2026-11-20', '2027-02-10', '2027-03-01')
    expect(due.map((p) => [p.from, p.to])).toEqual([
      ['2026-11-20', '2026-11-30'],
      ['2026-12-01', '2026-12-31'],
      ['2027-01-01', '2027-01-31'],
      ['2027-02-01', '2027-02-10'],
    ])
    expect(duePeriods('2026-12-01', null, '2026-11-30')).toEqual([])
  })
  test('rounds minutes and half cents of a partial month up', () => {
    expect(minutesIn(600, { from: '', to: '', days: 11, ofDays: 30 })).toBe(220)
    expect(minutesIn(601, { from: '', to: '', days: 11, ofDays: 30 })).toBe(221)
    expect(centsIn(155_000, { from: '', to: '', days: 11, ofDays: 30 })).toBe(56_833)
    expect(centsIn(1, { from: '', to: '', days: 15, ofDays: 30 })).toBe(1)
    expect(centsIn(1, { from: '', to: '', days: 14, ofDays: 30 })).toBe(0)
    expect(centsIn(100_000_000, { from: '', to: '', days: 31, ofDays: 31 })).toBe(100_000_000)
  })

  const day = fc.integer({ min: 0, max: 9_000 }).map((n) => addDays('2020-01-01', n))
  test('puts every day in exactly one period, however often the job runs', () => {
    fc.assert(
      fc.property(
        day,
        fc.option(fc.integer({ min: 0, max: 900 })),
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 8 }),
        (start, length, runs) => {
          const end = length === null ? null : addDays(start, length)
          let next = start
          let today = start
          const all = []
          for (const wait of [0, ...runs]) {
            today = addDays(today, wait)
            const due = duePeriods(next, end, today)
            all.push(...due)
            const last = due.at(-1)
            if (last) next = addDays(last.to, 1)
            expect(duePeriods(next, end, today)).toEqual([])
          }
          let expected = start
          for (const p of all) {
            expect(p.from).toBe(expected)
            expect(p.from.slice(0, 7)).toBe(p.to.slice(0, 7))
            expect(p.days).toBe(countDays(p.from, p.to))
            expect(p.days).toBeLessThanOrEqual(p.ofDays)
            expect(p.from <= today).toBe(true)
            expected = addDays(p.to, 1)
          }
          expect(expected > today || (end !== null && expected > end)).toBe(true)
        },
      ),
    )
  })
  test('partial months add up to the monthly price, within half a cent each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 1, max: 30 }), (monthly, days) => {
        const parts = [days, 31 - days].map((d) => centsIn(monthly, { from: '', to: '', days: d, ofDays: 31 }))
        expect(Math.abs((parts[0] as number) + (parts[1] as number) - monthly)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the end', () => {
  const a = { endsOn: '2026-12-31', renewal: 'automatic', renewalMonths: 12, noticeDays: 30 }
  test('renews on the first day after the notice deadline', () => {
    expect(renewedEnd(a, '2026-12-01')).toBe('2026-12-31')
    expect(renewedEnd(a, '2026-12-02')).toBe('2027-12-31')
    expect(renewedEnd(a, '2028-12-15')).toBe('2029-12-31')
    expect(renewedEnd({ ...a, renewal: 'none' }, '2028-01-01')).toBe('2026-12-31')
    expect(renewedEnd({ ...a, noticeDays: 0 }, '2026-12-31')).toBe('2026-12-31')
    expect(renewedEnd({ ...a, endsOn: '2028-02-29', noticeDays: 0 }, '2028-03-01')).toBe('2029-02-28')
    // The end of February stays the end of February.
    expect(renewedEnd({ ...a, endsOn: '2027-02-28', noticeDays: 0 }, '2027-03-01')).toBe('2028-02-29')
  })
  test('notifies both sides 30 days before the end, or before the notice deadline', () => {
    expect(endIsNear({ ...a, renewal: 'none' }, '2026-11-30')).toBe(false)
    expect(endIsNear({ ...a, renewal: 'none' }, '2026-12-01')).toBe(true)
    expect(endIsNear(a, '2026-10-31')).toBe(false)
    expect(endIsNear(a, '2026-11-01')).toBe(true)
    expect(endIsNear({ ...a, endsOn: null }, '2026-11-01')).toBe(false)
  })
})
