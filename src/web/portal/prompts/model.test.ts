import { expect, test } from 'vitest'
import { describeUse, formatMicrodollars, formatSeconds, formatVersion } from './model.ts'

const none = { runs: 0, failed: 0, tokensIn: 0, tokensOut: 0, p50: null, p95: null, costMicros: null }

test('costs below a cent keep their digits, and unknown costs are not shown as numbers', () => {
  expect([0, 1_234, 52_000, 500_000, 4_800_000].map(formatMicrodollars)).toEqual([
    '$0.00',
    '$0.00123',
    '$0.052',
    '$0.50',
    '$4.80',
  ])
  expect(formatMicrodollars(null)).toBe('Cost unknown')
  expect([formatSeconds(840), formatSeconds(null)]).toEqual(['0.8 s', '—'])
})
test('the accepted share is calculated from the reviewed suggestions', () => {
  expect(describeUse({ ...none, accepted: 0, edited: 0, rejected: 0 })).toBeUndefined()
  expect(describeUse({ ...none, accepted: 2, edited: 1, rejected: 1 })).toEqual({
    taken: '75% accepted',
    how: '2 unchanged, 1 edited, 1 rejected',
  })
  // Outcomes that did not occur are left out.
  expect(describeUse({ ...none, accepted: 4, edited: 0, rejected: 2 })?.how).toBe('4 unchanged, 2 rejected')
  expect([formatVersion(0), formatVersion(3), formatVersion(null)]).toEqual([
    'Built-in text',
    'Version 3',
    'The text in the editor',
  ])
})
