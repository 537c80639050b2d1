import { expect, test } from 'vitest'
import { formatDay, formatLongDay, formatMonth, formatTime, formatTimeToSecond } from './dates.ts'

test('formats a date for labels and for sentences', () => {
  expect([formatDay('2026-11-05'), formatLongDay('2026-11-05')]).toEqual(['Nov 5, 2026', 'November 5, 2026'])
})
test('formats the month of a date or month', () => {
  expect([formatMonth('2026-11-30'), formatMonth('2026-11')]).toEqual(['November 2026', 'November 2026'])
})
test('formats an instant in a time zone, with its name and ordinary spaces', () => {
  const at = '2026-11-20T14:14:05Z'
  expect(formatTime(at, 'UTC')).toBe('Nov 20, 2026, 2:14 PM UTC')
  expect(formatTimeToSecond(new Date(at), 'America/New_York')).toBe('Nov 20, 2026, 9:14:05 AM EST')
})
