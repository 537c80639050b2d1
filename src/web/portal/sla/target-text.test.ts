import { describe, expect, test } from 'vitest'
import {
  changeLines,
  minutesOf,
  nextFriday,
  periodsProblem,
  periodText,
  targetText,
  typed,
  weekText,
} from './target-text.ts'

const business = (minutes: number) => ({ minutes, clock: 'business' as const })

describe('targets', () => {
  test('are shown in the largest unit that leaves no rest; a day is a business day of the calendar', () => {
    expect([15, 120, 480, 1440, 90].map((m) => targetText(business(m), 480))).toEqual([
      '15 min',
      '2 h',
      '1 day',
      '3 days',
      '90 min',
    ])
    expect(targetText(business(480), 600)).toBe('8 h')
    expect(targetText({ minutes: 1440, clock: 'always' }, 480)).toBe('1 day')
  })
  test('come back as they were typed', () => {
    for (const minutes of [1, 15, 60, 90, 480, 960, 1440, 43_200])
      for (const clock of ['business', 'always'] as const)
        expect(minutesOf(typed({ minutes, clock }, 480), 480)).toBe(minutes)
    expect(minutesOf({ amount: '1.5', unit: 'hours', clock: 'business' }, 480)).toBe(90)
    for (const amount of ['', 'two', '-1', '1e9'])
      expect(minutesOf({ amount, unit: 'hours', clock: 'business' }, 480)).toBeNaN()
  })
})

test('periods are said as people say them, and what is wrong with them', () => {
  expect(periodText({ from: '09:00', to: '17:30' })).toBe('9 AM–5:30 PM')
  expect(periodText({ from: '22:00', to: '06:00' })).toBe('10 PM–6 AM (next day)')
  expect(
    periodsProblem([
      { from: '09:00', to: '12:00' },
      { from: '11:00', to: '17:00' },
    ]),
  ).toMatch(/overlap/)
  expect(
    periodsProblem([
      { from: '22:00', to: '06:00' },
      { from: '09:00', to: '17:00' },
    ]),
  ).toBeUndefined()
  expect(periodsProblem([{ from: '09:00', to: '09:00' }])).toMatch(/differ/)
  expect(periodsProblem([{ from: '', to: '17:00' }])).toMatch(/both/)
  const nine = [{ from: '09:00', to: '17:00' }]
  expect(weekText({ mon: nine, tue: nine, wed: nine, thu: nine, fri: nine, sat: [], sun: [] })).toEqual([
    'Mon–Fri 9 AM–5 PM',
  ])
})

test('a change says what it changed, and nothing else', () => {
  const targets = (p3: number) => ({ P3: { response: business(p3), resolution: business(480) } })
  expect(
    changeLines({ before: { name: 'A', targets: targets(120) }, after: { name: 'A', targets: targets(60) } }, 480),
  ).toEqual([{ name: 'P3 first response', from: '2 h', to: '1 h' }])
})

test('the preview begins on a Friday afternoon of the calendar’s zone', () => {
  expect(nextFriday({ timeZone: 'America/New_York' }, new Date('2026-11-18T12:00:00Z'))).toBe('2026-11-20T16:30')
  expect(nextFriday({ timeZone: 'Pacific/Auckland' }, new Date('2026-11-20T12:00:00Z'))).toBe('2026-11-27T16:30')
})
