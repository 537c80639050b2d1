import { expect, test } from 'vitest'
import { microsText, secondsText, takenText, versionName } from './model.ts'

const none = { runs: 0, failed: 0, tokensIn: 0, tokensOut: 0, p50: null, p95: null, costMicros: null }

test('cost below a cent keeps its digits, and is not made up', () => {
  expect([0, 1_234, 52_000, 500_000, 4_800_000].map(microsText)).toEqual([
    '$0.00',
    '$0.00123',
    '$0.052',
    '$0.50',
    '$4.80',
  ])
  expect(microsText(null)).toBe('Cost not known')
  expect([secondsText(840), secondsText(null)]).toEqual(['0.8 s', '—'])
})
test('what was taken is counted of what was decided', () => {
  expect(takenText({ ...none, accepted: 0, edited: 0, rejected: 0 })).toBeUndefined()
  expect(takenText({ ...none, accepted: 2, edited: 1, rejected: 1 })).toEqual({
    taken: '75% taken',
    how: '2 as they were, 1 changed, 1 refused',
  })
  // What became of none is left out.
  expect(takenText({ ...none, accepted: 4, edited: 0, rejected: 2 })?.how).toBe('4 as they were, 2 refused')
  expect([versionName(0), versionName(3), versionName(null)]).toEqual([
    'Built-in text',
    'Version 3',
    'The text in the editor',
  ])
})
