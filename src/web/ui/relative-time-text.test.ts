import { expect, test } from 'vitest'
import { dateText, exactTimeText, relativeTimeText } from './relative-time-text'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (iso: string) => relativeTimeText(new Date(iso), now, 'UTC')

test('the past in minutes, hours and days', () => {
  expect(ago('2026-11-20T11:59:01Z')).toBe('just now')
  expect(ago('2026-11-20T11:59:00Z')).toBe('1 min ago')
  expect(ago('2026-11-20T11:00:01Z')).toBe('59 min ago')
  expect(ago('2026-11-20T11:00:00Z')).toBe('1 h ago')
  expect(ago('2026-11-19T12:00:01Z')).toBe('23 h ago')
  expect(ago('2026-11-19T12:00:00Z')).toBe('1 day ago')
  expect(ago('2026-11-13T12:00:01Z')).toBe('6 days ago')
})

test('the future, and a clock that runs ahead a little', () => {
  expect(ago('2026-11-20T12:00:30Z')).toBe('just now')
  expect(ago('2026-11-20T12:45:00Z')).toBe('in 45 min')
  expect(ago('2026-11-22T12:00:00Z')).toBe('in 2 days')
})

test('beyond a week the date, with the year when it is another', () => {
  expect(ago('2026-11-13T12:00:00Z')).toBe('Nov 13')
  expect(ago('2025-11-13T12:00:00Z')).toBe('Nov 13, 2025')
})

test('dates follow the time zone', () => {
  const newYear = new Date('2027-01-01T03:00:00Z')
  expect(dateText(newYear, now, 'America/New_York')).toBe('Dec 31')
  expect(dateText(newYear, now, 'UTC')).toBe('Jan 1, 2027')
  expect(exactTimeText(newYear, 'America/New_York')).toMatch(/^Thu, Dec 31, 2026, 10:00\sPM EST$/)
})

test('nonsense gives an empty text', () => {
  expect(relativeTimeText(new Date('x'), now)).toBe('')
  expect(exactTimeText(new Date('x'))).toBe('')
})
