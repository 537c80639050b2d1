import { expect, test } from 'vitest'
import { formatDate, formatExactTime, formatRelativeTime } from './relative-time-text'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (iso: string) => formatRelativeTime(new Date(iso), now, 'UTC')

test('formats the past in minutes, hours and days', () => {
  expect(ago('2026-11-20T11:59:01Z')).toBe('just now')
  expect(ago('2026-11-20T11:59:00Z')).toBe('1 min ago')
  expect(ago('2026-11-20T11:00:01Z')).toBe('59 min ago')
  expect(ago('2026-11-20T11:00:00Z')).toBe('1 h ago')
  expect(ago('2026-11-19T12:00:01Z')).toBe('23 h ago')
  expect(ago('2026-11-19T12:00:00Z')).toBe('1 day ago')
  expect(ago('2026-11-13T12:00:01Z')).toBe('6 days ago')
})

test('formats the future, and allows for a clock that is slightly ahead', () => {
  expect(ago('2026-11-20T12:00:30Z')).toBe('just now')
  expect(ago('2026-11-20T12:45:00Z')).toBe('in 45 min')
  expect(ago('2026-11-22T12:00:00Z')).toBe('in 2 days')
})

test('formats the date beyond a week, with the year if it is not the current one', () => {
  expect(ago('2026-11-13T12:00:00Z')).toBe('Nov 13')
  expect(ago('2025-11-13T12:00:00Z')).toBe('Nov 13, 2025')
})

test('formats dates in the time zone', () => {
  const newYear = new Date('2027-01-01T03:00:00Z')
  expect(formatDate(newYear, now, 'America/New_York')).toBe('Dec 31')
  expect(formatDate(newYear, now, 'UTC')).toBe('Jan 1, 2027')
  expect(formatExactTime(newYear, 'America/New_York')).toMatch(/^Thu, Dec 31, 2026, 10:00\sPM EST$/)
})

test('returns an empty text for an invalid date', () => {
  expect(formatRelativeTime(new Date('x'), now)).toBe('')
  expect(formatExactTime(new Date('x'))).toBe('')
})
