import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billedOf, forecastOf, sharesOf, usedPercent } from './policy.ts'

describe('rounding', () => {
  test.each([
    // minutes, multiplier %, increment, minimum → billed
    [1, 100, 15, 15, 15],
    [15, 100, 15, 15, 15],
    [16, 100, 15, 15, 30],
    [60, 150, 15, 15, 90],
    [61, 150, 15, 15, 105],
    [10, 150, 15, 0, 15],
    [10, 150, 1, 0, 15],
    [11, 150, 1, 0, 17],
    [7, 110, 1, 0, 8],
    [10, 110, 1, 0, 11],
    [5, 100, 1, 30, 30],
    [31, 100, 1, 30, 31],
    [5, 100, 6, 10, 10],
    [11, 100, 6, 10, 12],
    [1440, 300, 60, 15, 4320],
    [20, 50, 15, 15, 15],
    [31, 50, 15, 15, 30],
    [60, 0, 15, 15, 0],
  ])('%i min × %i %%, by %i, at least %i → %i', (minutes, multiplier, increment, minimum, billed) => {
    expect(billedOf(minutes, multiplier, { increment, minimum })).toBe(billed)
  })
  test.each([
    [[5, 5, 5], 15, 15, [15, 0, 0]],
    [[5, 11], 15, 15, [15, 15]],
    [[10, 10, 10, 10], 15, 15, [15, 15, 0, 15]],
    [[10, 10], 15, 60, [60, 0]],
    [[40, 40], 15, 60, [60, 30]],
    [[7, 7, 7], 1, 0, [7, 7, 7]],
  ])('a ticket of %j by %i, at least %i → %j', (minutes, increment, minimum, shares) => {
    const entries = minutes.map((m) => ({ minutes: m, multiplier: 100 }))
    expect(sharesOf(entries, { increment, minimum })).toEqual(shares)
  })
  test('weighs after-hours minutes in the total of the ticket, to the hundredth', () => {
    expect(
      sharesOf(
        [
          { minutes: 5, multiplier: 150 },
          { minutes: 5, multiplier: 150 },
        ],
        { increment: 15, minimum: 0 },
      ),
    ).toEqual([15, 0])
    expect(sharesOf([{ minutes: 11, multiplier: 150 }], { increment: 1, minimum: 0 })).toEqual([17])
  })
  test('gives shares that are never negative and add up to the rounded total', () => {
    const entry = fc.record({
      minutes: fc.integer({ min: 1, max: 600 }),
      multiplier: fc.constantFrom(0, 50, 100, 150, 200),
    })
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 480 }),
        (entries, increment, minimum) => {
          const shares = sharesOf(entries, { increment, minimum })
          expect(shares.every((s) => s >= 0)).toBe(true)
          const weighted = entries.reduce((n, e) => n + e.minutes * e.multiplier, 0)
          const total = shares.reduce((a, b) => a + b, 0)
          expect(total).toBe(
            weighted === 0 ? 0 : Math.max(minimum, Math.ceil(weighted / 100 / increment - 1e-9) * increment),
          )
        },
      ),
    )
  })
})

describe('the forecast', () => {
  const block = (remaining: number, expiresOn: string | null = null) => ({ remaining, startsOn: null, expiresOn })
  test('uses the average of 30 days, or 90 without work in them, or none', () => {
    const f = (last30: number, last90: number) => forecastOf('2026-06-01', 300, [block(300)], { last30, last90 })
    expect(f(900, 900)).toEqual({ basedOn: 30, perDay: 30, runsOutOn: '2026-06-11', expiring: 0 })
    expect(f(0, 900)).toEqual({ basedOn: 90, perDay: 10, runsOutOn: '2026-07-01', expiring: 0 })
    expect(f(0, 0)).toEqual({ basedOn: null, perDay: 0, runsOutOn: null, expiring: 0 })
  })
  test('leaves out hours that expire unused', () => {
    const blocks = [block(300, '2026-06-05'), block(50)]
    // Four days of 30 minutes come from the first block, 180 expire on the fifth, and two more days come from the
    // second.
    expect(forecastOf('2026-06-01', 350, blocks, { last30: 900, last90: 900 })).toEqual({
      basedOn: 30,
      perDay: 30,
      runsOutOn: '2026-06-07',
      expiring: 180,
    })
    // All that is left expires at the end of its last day.
    expect(forecastOf('2026-06-01', 300, [block(300, '2026-06-05')], { last30: 900, last90: 900 })).toMatchObject({
      runsOutOn: '2026-06-05',
      expiring: 180,
    })
  })
  test('has no end day more than two years away, and ends today when no hours are left', () => {
    expect(forecastOf('2026-06-01', 60_000, [block(60_000)], { last30: 30, last90: 30 }).runsOutOn).toBe(null)
    expect(forecastOf('2026-06-01', -5, [], { last30: 30, last90: 30 }).runsOutOn).toBe('2026-06-01')
  })
})

test('the used percentage is rounded down, above 100 below zero, and unknown without hours', () => {
  expect([usedPercent(0, 0), usedPercent(121, 600), usedPercent(120, 600), usedPercent(-60, 600)]).toEqual([
    null,
    79,
    80,
    110,
  ])
})
