import { expect, test } from 'vitest'
import { hoursInWords, hoursProblem, nextRange, onWorkingDays, usualHours } from './hours.ts'

test('a week in words puts days that are alike together', () => {
  expect(hoursInWords(usualHours())).toEqual(['Mon–Fri 9 AM–5 PM'])
  const week = {
    ...usualHours(),
    fri: [
      { from: '08:00', to: '12:30' },
      { from: '13:00', to: '24:00' },
    ],
  } // prettier-ignore
  expect(hoursInWords(week)).toEqual(['Mon–Thu 9 AM–5 PM', 'Fri 8 AM–12:30 PM, 1 PM–midnight'])
  expect(hoursInWords({ ...usualHours(), wed: [] })).toEqual(['Mon–Tue 9 AM–5 PM', 'Thu–Fri 9 AM–5 PM'])
})
test('a day is copied to the working days and stays its own', () => {
  const week = onWorkingDays({ ...usualHours(), sat: [{ from: '10:00', to: '14:00' }] }, 'sat')
  expect(hoursInWords(week)).toEqual(['Mon–Sat 10 AM–2 PM'])
  expect(week.mon).not.toBe(week.sat)
})
test('a next range comes after the last', () => {
  expect(nextRange([])).toEqual({ from: '09:00', to: '17:00' })
  expect(nextRange([{ from: '08:00', to: '12:00' }])).toEqual({ from: '13:00', to: '17:00' })
  expect(nextRange([{ from: '08:00', to: '21:00' }])).toEqual({ from: '22:00', to: '24:00' })
  expect(hoursProblem([{ from: '08:00', to: '23:30' }, nextRange([{ from: '08:00', to: '23:30' }])])).toMatch(/overlap/)
})
test('what cannot be is said', () => {
  expect(hoursProblem([])).toBeUndefined()
  expect(hoursProblem([{ from: '09:00', to: '09:00' }])).toMatch(/after the beginning/)
  expect(hoursProblem([{ from: '', to: '09:00' }])).toMatch(/both/)
  expect(
    hoursProblem([
      { from: '13:00', to: '17:00' },
      { from: '08:00', to: '13:00' },
    ]),
  ).toBeUndefined() // prettier-ignore
  expect(
    hoursProblem([
      { from: '12:00', to: '17:00' },
      { from: '08:00', to: '13:00' },
    ]),
  ).toMatch(/overlap/) // prettier-ignore
})
