import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, clockText, dayOf, dayText, parseDuration, weekOf, wholeMinutes } from './duration.ts'
import { shortMinutes, showMinutes } from './minutes-text.ts'

test('what people write for a length of time', () => {
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
  for (const [text, minutes] of Object.entries(all)) expect([text, parseDuration(text)]).toEqual([text, minutes])
  expect(parseDuration('30h', 60_000)).toBe(1800)
})

test('every length can be written in every way, and read back from how it is shown', () => {
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
        showMinutes(m),
        shortMinutes(m),
      ]
      for (const way of ways) expect([way, parseDuration(way)]).toEqual([way, m])
    }),
  )
})

test('whatever is written, it is whole minutes of at most a day, or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9hm:., ]{0,10}$/)), (text) => {
      const m = parseDuration(text)
      expect(m === undefined || (Number.isInteger(m) && m >= 1 && m <= 1440)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('clocks, begun minutes, days and weeks', () => {
  expect([0, 7, 754, 3723, 36_000].map(clockText)).toEqual(['0:00', '0:07', '12:34', '1:02:03', '10:00:00'])
  expect([0, 1, 60, 61, 3600].map(wholeMinutes)).toEqual([1, 1, 1, 2, 60])
  expect(['2026-11-16', '2026-11-20', '2026-11-22', '2027-01-01'].map(weekOf)).toEqual([
    '2026-11-16',
    '2026-11-16',
    '2026-11-16',
    '2026-12-28',
  ])
  // Also over the end of summer time.
  expect(addDays('2026-10-31', 1)).toBe('2026-11-01')
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02')
  const moment = new Date('2026-11-20T03:00:00Z')
  expect([dayOf(moment, 'America/Chicago'), dayOf(moment, 'Asia/Tokyo')]).toEqual(['2026-11-19', '2026-11-20'])
  expect([dayText('2026-11-16', '2026-11-20'), dayText('2025-11-16', '2026-11-20', false)]).toEqual([
    'Mon, Nov 16',
    'Nov 16, 2025',
  ])
})
