import { expect, test } from 'vitest'
import { roundShare } from './shares.ts'

test('a share is rounded to the nearest, but is full only if nothing is missing', () => {
  expect([roundShare(2, 3, 1_000), roundShare(1_999, 2_000, 1_000), roundShare(2_000, 2_000, 1_000)]).toEqual([
    667, 999, 1_000,
  ])
  expect([roundShare(0, 5, 1_000), roundShare(29_999, 30_000, 10_000), roundShare(3, 2, 100)]).toEqual([0, 9_999, 150])
})
