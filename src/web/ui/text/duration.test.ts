import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatClock,
  formatWeekDay,
  getMonday,
  parseDuration,
  toClock,
  toDay,
  toMoment,
  toWholeMinutes,
} from './duration.ts'

test('parses durations as people type them', () => {
  const all: Record<string, number | undefined> = {
    '15': 15,
    '15m': 15,
    ' 15 MIN ': 15,
    '1h': 60,
    '1h 30': 90,
    '1h30m': 90,
    '1 hour 5 minutes': 65,
    '1:30': 90,
    '0:05': 5,
    '0.5h': 30,
    '.25 h': 15,
    '1,5 h': 90,
    '24h': 1440,
    '24:00': 1440,
    '24:01': undefined,
    '1h 60': undefined,
    '1:60': undefined,
    '0': undefined,
    '0h': undefined,
    '-5': undefined,
    '1.5': undefined,
    '5s': undefined,
    '': undefined,
    soon: undefined,
    '1e3': undefined,
    '１５': undefined,
  }
  for (const [text, minutes] of Object.entries(all)) expect(parseDuration(text), text).toBe(minutes)
  expect(parseDuration('30h', 60_000)).toBe(1800)
})

test('parses every duration in every notation, including the one it is shown in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1440 }), (m) => {
      const h = Math.floor(m / 60)
      const ways = [
        `${m}`,
        `${m}m`,
        `${m} min`,
        `${h}:${String(m % 60).padStart(2, '0')}`,
        `${h}h${m % 60}`,
        `${h} h ${m % 60} min`,
        `${(m / 60).toFixed(4)}h`,
      ]
      for (const way of ways) expect(parseDuration(way), way).toBe(m)
    }),
  )
})

test('returns whole minutes of at most a day, or nothing, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9hm:., ]{0,10}$/)), (text) => {
      const m = parseDuration(text)
      expect(m === undefined || (Number.isInteger(m) && m >= 1 && m <= 1440)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('formats clocks, rounds up minutes, and finds days and weeks', () => {
  expect([0, 7, 754, 3723, 36_000].map(formatClock)).toEqual(['0:00', '0:07', '12:34', '1:02:03', '10:00:00'])
  expect([0, 1, 60, 61, 3600].map(toWholeMinutes)).toEqual([1, 1, 1, 2, 60])
  expect(['2026-11-16', '2026-11-20', '2026-11-22', '2027-01-01'].map(getMonday)).toEqual([
    '2026-11-16',
    '2026-11-16',
    '2026-11-16',
    '2026-12-28',
  ])
  const moment = new Date('2026-11-20T03:00:00Z')
  expect([toDay(moment, 'America/Chicago'), toDay(moment, 'Asia/Tokyo')]).toEqual(['2026-11-19', '2026-11-20'])
  expect([formatWeekDay('2026-11-16', '2026-11-20'), formatWeekDay('2025-11-16', '2026-11-20', false)]).toEqual([
    'Mon, Nov 16',
    'Nov 16, 2025',
  ])
})

test('reads a date and a time of day in a time zone, also where clocks change', () => {
  const iso = (day: string, clock: string, zone: string) => toMoment(day, clock, zone)?.toISOString()
  expect(iso('2026-03-02', '09:15', 'America/Chicago')).toBe('2026-03-02T15:15:00.000Z')
  expect(iso('2026-03-02', '09:15', 'Pacific/Kiritimati')).toBe('2026-03-01T19:15:00.000Z')
  // Clocks skip from 2 to 3, and go back from 2 to 1.
  expect(iso('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  expect(iso('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(iso('2026-11-01', '03:00', 'America/New_York')).toBe('2026-11-01T08:00:00.000Z')
  expect(iso('', '03:00', 'America/New_York')).toBeUndefined()
  expect(toClock(new Date('2026-03-02T05:00:00Z'), 'Europe/London')).toBe('05:00')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.constantFrom('America/New_York', 'Pacific/Chatham', 'Asia/Tokyo', 'Australia/Lord_Howe'),
      (quarter, zone) => {
        const moment = new Date(quarter * 900_000)
        const back = toMoment(toDay(moment, zone), toClock(moment, zone), zone)
        expect(back && [toDay(back, zone), toClock(back, zone)]).toEqual([toDay(moment, zone), toClock(moment, zone)])
      },
    ),
  )
})
