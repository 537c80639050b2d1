import { expect, test } from 'vitest'
import { successRate } from './policy.ts'

test('the success rate is exact to four decimals, and 1 only if no run failed', () => {
  expect([successRate(29_999, 1), successRate(30_000, 0), successRate(2, 1), successRate(0, 0)]).toEqual([
    0.9999,
    1,
    0.6667,
    null,
  ])
  // A rate with at most four decimals is never changed.
  const counts = Array.from({ length: 10_001 }, (_, succeeded) => succeeded)
  expect(counts.map((succeeded) => successRate(succeeded, 10_000 - succeeded))).toEqual(
    counts.map((succeeded) => succeeded / 10_000),
  )
})
