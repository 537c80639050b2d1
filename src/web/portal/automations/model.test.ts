import { expect, test } from 'vitest'
import {
  againstText,
  type Day,
  percentText,
  placesOf,
  priceSentence,
  savedSentence,
  tookText,
  trendOf,
} from './model.ts'

const worth = { savedCents: 41_200, priceCents: 14_900, rateCents: 6_000, rateOf: 'house' as const, months: 1 }

test('says the arithmetic with its numbers', () => {
  expect(savedSentence(412, worth)).toBe('6 h 52 min saved × $60 an hour = $412.')
  const monthly = { priceModel: 'monthly' as const, priceCents: 14_900 }
  expect(priceSentence(monthly, worth, 'these 30 days')).toBe('Price: $149 a month × 1 month live = $149.')
  expect(priceSentence(monthly, { ...worth, months: 0, priceCents: 0 }, 'x')).toContain('nothing before it is live')
  const once = { priceModel: 'one_time' as const, priceCents: 99_000 }
  expect(priceSentence(once, { ...worth, months: null, priceCents: 0 }, 'these 30 days')).toContain(
    'paid before these 30 days',
  )
  expect(againstText({ ...once, worth: { ...worth, priceCents: 0 } })).toBe('bought once for $990')
  expect(againstText({ priceModel: 'quote', priceCents: null, worth: { ...worth, priceCents: null } })).toBe(
    'price on request',
  )
})

test('rates never round up to all, and trends say against what', () => {
  expect([percentText(1), percentText(0.9999), percentText(0.9931), percentText(null)]).toEqual([
    '100%',
    '99.9%',
    '99.3%',
    'No runs',
  ])
  expect([trendOf(0, 5), trendOf(3, 0)?.text, trendOf(5, 5)?.text, trendOf(6, 5)?.text, trendOf(4, 5)?.text]).toEqual([
    undefined,
    'new',
    'as before',
    '+20%',
    '−20%',
  ])
  expect(
    ['2026-11-22T10:00:45Z', '2026-11-22T10:02:05Z', '2026-11-22T11:03:00Z'].map((end) =>
      tookText('2026-11-22T10:00:00Z', end),
    ),
  ).toEqual(['45 s', '2 min 5 s', '1 h 3 min'])
})

test('each day is in exactly one bar, weeks end today, months are those of the calendar', () => {
  const days: Day[] = Array.from({ length: 91 }, (_, n) => ({
    day: new Date(Date.UTC(2026, 7, 24 + n)).toISOString().slice(0, 10),
    succeeded: n,
    failed: 1,
    skipped: 5,
    minutesSaved: 2,
  }))
  for (const range of ['days', 'weeks', 'months'] as const) {
    const places = placesOf(days, range)
    expect([range, places.reduce((s, p) => s + p.failed, 0), places.reduce((s, p) => s + p.minutes, 0)]).toEqual([
      range,
      91,
      182,
    ])
    expect(new Set(places.map((p) => p.key)).size).toBe(places.length)
  }
  const weeks = placesOf(days, 'weeks')
  expect([weeks.length, weeks.at(-1)?.key, weeks.at(-1)?.failed]).toEqual([13, '2026-11-22', 7])
  expect(placesOf(days, 'months').map((p) => p.name)).toEqual([
    'August 2026',
    'September 2026',
    'October 2026',
    'November 2026',
  ])
})
