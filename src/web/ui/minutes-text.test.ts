import { expect, test } from 'vitest'
import { axisMinutes } from './axis-minutes.ts'
import { shortMinutes, showMinutes, signedMinutes } from './minutes-text.ts'

test('minutes are written the same everywhere, shorter where there is little room', () => {
  expect([0, 45, 60, 90, 90_000, -75].map(showMinutes)).toEqual([
    '0 min',
    '45 min',
    '1 h',
    '1 h 30 min',
    '1,500 h',
    '−1 h 15 min',
  ])
  expect([45, 120, 90].map(shortMinutes)).toEqual(['45m', '2h', '1h 30m'])
  expect([120, -45, 0].map(signedMinutes)).toEqual(['+2 h', '−45 min', '0 min'])
})

test('an axis has hours alone from ten on', () => {
  expect([0, 30, 150, 600, 750, 1_500, 90_000].map(axisMinutes)).toEqual([
    '0m',
    '30m',
    '2h 30m',
    '10h',
    '12.5h',
    '25h',
    '1,500h',
  ])
})
