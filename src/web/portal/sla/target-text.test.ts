import { describe, expect, test } from 'vitest'
import { formatHoursRange, formatWeekHours } from '../../ui/text/week-hours.ts'
import {
  changeLines,
  findPeriodsProblem,
  formatTarget,
  getNextFriday,
  parseTargetMinutes,
  toTypedTarget,
} from './target-text.ts'

const business = (minutes: number) => ({ minutes, clock: 'business' as const })

describe('targets', () => {
  test('are shown in the largest unit without a remainder; a day is a business day of the calendar', () => {
    expect([15, 120, 480, 1440, 90].map((m) => formatTarget(business(m), 480))).toEqual([
      '15 min',
      '2 h',
      '1 day',
      '3 days',
      '1 h 30 min',
    ])
    expect(formatTarget(business(480), 600)).toBe('8 h')
    expect(formatTarget({ minutes: 1440, clock: 'always' }, 480)).toBe('1 day')
  })
  test('are parsed back from what was typed', () => {
    for (const minutes of [1, 15, 60, 90, 480, 960, 1440, 43_200])
      for (const clock of ['business', 'always'] as const)
        expect(parseTargetMinutes(toTypedTarget({ minutes, clock }, 480), 480)).toBe(minutes)
    expect(parseTargetMinutes({ amount: '1.5', unit: 'hours', clock: 'business' }, 480)).toBe(90)
    for (const amount of ['', 'two', '-1', '1e9'])
      expect(parseTargetMinutes({ amount, unit: 'hours', clock: 'business' }, 480)).toBeNaN()
  })
})

test('periods are formatted for reading, and problems are found', () => {
  expect(formatHoursRange({ from: '09:00', to: '17:30' })).toBe('9 AM–5:30 PM')
  expect(formatHoursRange({ from: '22:00', to: '06:00' })).toBe('10 PM–6 AM (next day)')
  expect(
    findPeriodsProblem([
      { from: '09:00', to: '12:00' },
      { from: '11:00', to: '17:00' },
    ]),
  ).toMatch(/overlap/)
  expect(
    findPeriodsProblem([
      { from: '22:00', to: '06:00' },
      { from: '09:00', to: '17:00' },
    ]),
  ).toBeUndefined()
  expect(findPeriodsProblem([{ from: '09:00', to: '09:00' }])).toMatch(/differ/)
  expect(findPeriodsProblem([{ from: '', to: '17:00' }])).toMatch(/both/)
  const nine = [{ from: '09:00', to: '17:00' }]
  expect(formatWeekHours({ mon: nine, tue: nine, wed: nine, thu: nine, fri: nine, sat: [], sun: [] })).toEqual([
    'Mon–Fri 9 AM–5 PM',
  ])
})

test('a change lists only what changed', () => {
  const targets = (p3: number) => ({ P3: { response: business(p3), resolution: business(480) } })
  expect(
    changeLines({ before: { name: 'A', targets: targets(120) }, after: { name: 'A', targets: targets(60) } }, 480),
  ).toEqual([{ name: 'P3 first response', from: '2 h', to: '1 h' }])
})

test('the preview starts on a Friday afternoon in the calendar’s time zone', () => {
  expect(getNextFriday({ timeZone: 'America/New_York' }, new Date('2026-11-18T12:00:00Z'))).toBe('2026-11-20T16:30')
  expect(getNextFriday({ timeZone: 'Pacific/Auckland' }, new Date('2026-11-20T12:00:00Z'))).toBe('2026-11-27T16:30')
})
