import { expect, test } from 'vitest'
import { hoursInWords, hoursProblem, nextRange, onWorkingDays, usualHours } from './hours.ts'

test('a week in words puts days that are alike together', () => {
  expect(hoursInWords(usualHours())).toEqual(['Mon–Fri 9 am–5 pm'])
  const week = {
    ...usualHours(),
    fri: [
      { from: '08:00', to: '12:30' },
      { from: '13:00', to: '24:00' },
    ],
  } // prettier-ignore
  expect(hoursInWords(week)).toEqual(['Mon–Thu 9 am–5 pm', 'Fri 8 am–12:30 pm, 1 pm–midnight'])
  expect(hoursInWords({ ...usualHours(), wed: [] })).toEqual(['Mon–Tue 9 am–5 pm', 'Thu–Fri 9 am–5 pm'])
})
test('a day is copied to the working days and stays its own', () => {
  const week = onWorkingDays({ ...usualHours(), sat: [{ from: '10:00', to: '14:00' }] }, 'sat')
  expect(hoursInWords(week)).toEqual(['Mon–Sat 10 am–2 pm'])
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
