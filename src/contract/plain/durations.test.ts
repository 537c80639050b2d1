import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDuration } from '../../web/ui/text/duration.ts'
import {
  formatHoursMinutes,
  formatMinutes,
  formatSignedHoursMinutes,
  formatSignedMinutes,
  nameHoursColumn,
} from './durations.ts'

const lengths = [0, 5, 45, 60, 90, 600, 90_000, -5, -75, -60]

test('formats a duration in text with units', () => {
  expect(lengths.map(formatMinutes)).toEqual([
    '0 min',
    '5 min',
    '45 min',
    '1 h',
    '1 h 30 min',
    '10 h',
    '1,500 h',
    '−5 min',
    '−1 h 15 min',
    '−1 h',
  ])
  expect([120, -45, 0].map(formatSignedMinutes)).toEqual(['+2 h', '−45 min', '0 min'])
})

test('formats a duration in a column as hours and minutes', () => {
  expect(lengths.map(formatHoursMinutes)).toEqual([
    '0:00',
    '0:05',
    '0:45',
    '1:00',
    '1:30',
    '10:00',
    '1,500:00',
    '−0:05',
    '−1:15',
    '−1:00',
  ])
  expect([120, -45, 0].map(formatSignedHoursMinutes)).toEqual(['+2:00', '−0:45', '0:00'])
})

test('rounds fractions of a minute, and shows no sign when the result is zero', () => {
  expect([59.6, 0.4, -0.4, -0].map(formatMinutes)).toEqual(['1 h', '0 min', '0 min', '0 min'])
  expect([59.6, 0.4, -0.4, -0].map(formatHoursMinutes)).toEqual(['1:00', '0:00', '0:00', '0:00'])
  expect([0.4, -0.4].map(formatSignedHoursMinutes)).toEqual(['0:00', '0:00'])
})

test('adds the unit to the head of a column unless it already names a time', () => {
  expect(['Hours used', 'Time saved', 'Resolution time, median', 'Overage', 'Sometimes'].map(nameHoursColumn)).toEqual([
    'Hours used',
    'Time saved',
    'Resolution time, median',
    'Overage (h:mm)',
    'Sometimes (h:mm)',
  ])
})

test('both formats can be typed into a time field', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1440 }), (m) => {
      for (const format of [formatMinutes, formatHoursMinutes]) expect(parseDuration(format(m)), format(m)).toBe(m)
    }),
  )
})
