import { expect, test } from 'vitest'
import { addDays, countDays } from './days.ts'

test('dates are counted across months, leap days and the end of daylight saving time', () => {
  expect(addDays('2026-10-31', 1)).toBe('2026-11-01')
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02')
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(countDays('2026-11-20', '2026-11-20')).toBe(1)
  expect(countDays('2028-02-01', '2028-03-01')).toBe(30)
})
