import { expect, test } from 'vitest'
import { formatWeekHours } from '../../ui/text/week-hours.ts'
import { copyToWorkingDays, findHoursProblem, getDefaultHours, suggestRange } from './hours.ts'

test('groups days with the same hours', () => {
  expect(formatWeekHours(getDefaultHours())).toEqual(['Mon–Fri 9 AM–5 PM'])
  const week = {
    ...getDefaultHours(),
    fri: [
      { from: '08:00', to: '12:30' },
      { from: '13:00', to: '24:00' },
    ],
  }
  expect(formatWeekHours(week)).toEqual(['Mon–Thu 9 AM–5 PM', 'Fri 8 AM–12:30 PM, 1 PM–midnight'])
  expect(formatWeekHours({ ...getDefaultHours(), wed: [] })).toEqual(['Mon–Tue 9 AM–5 PM', 'Thu–Fri 9 AM–5 PM'])
})
test('copies a day to the weekdays', () => {
  const week = copyToWorkingDays({ ...getDefaultHours(), sat: [{ from: '10:00', to: '14:00' }] }, 'sat')
  expect(formatWeekHours(week)).toEqual(['Mon–Sat 10 AM–2 PM'])
  expect(week.mon).not.toBe(week.sat)
})
test('suggests a range after the last one', () => {
  expect(suggestRange([])).toEqual({ from: '09:00', to: '17:00' })
  expect(suggestRange([{ from: '08:00', to: '12:00' }])).toEqual({ from: '13:00', to: '17:00' })
  expect(suggestRange([{ from: '08:00', to: '21:00' }])).toEqual({ from: '22:00', to: '24:00' })
  expect(suggestRange([{ from: '08:00', to: '23:00' }])).toEqual({ from: '23:00', to: '24:00' })
  expect(suggestRange([{ from: '08:00', to: '23:30' }])).toEqual({ from: '23:30', to: '24:00' })
  const evening = { from: '18:00', to: '23:15' }
  const unordered = [evening, { from: '08:00', to: '12:00' }]
  expect(findHoursProblem([...unordered, suggestRange(unordered)])).toBeUndefined()
  // Nothing fits after midnight, so the fields are empty.
  expect(suggestRange([{ from: '08:00', to: '24:00' }])).toEqual({ from: '', to: '' })
})
test('reports invalid hours', () => {
  expect(findHoursProblem([])).toBeUndefined()
  expect(findHoursProblem([{ from: '09:00', to: '09:00' }])).toMatch(/after the opening time/)
  expect(findHoursProblem([{ from: '', to: '09:00' }])).toMatch(/both/)
  expect(
    findHoursProblem([
      { from: '13:00', to: '17:00' },
      { from: '08:00', to: '13:00' },
    ]),
  ).toBeUndefined()
  expect(
    findHoursProblem([
      { from: '12:00', to: '17:00' },
      { from: '08:00', to: '13:00' },
    ]),
  ).toMatch(/overlap/)
})
