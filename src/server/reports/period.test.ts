import { expect, test } from 'vitest'
import { cutOf, nameOf, rowName, rowsOf, spanBefore, spanOf } from './period.ts'

const span = (text: string) => {
  const [from = '', to = ''] = text.split(' ')
  return { from, to }
}

test.each([
  // Full months are compared with full months, whatever their length.
  ['2026-11-01 2026-11-30', '2026-10-01 2026-10-31'],
  ['2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
  ['2026-07-01 2026-09-30', '2026-04-01 2026-06-30'],
  ['2025-12-01 2026-11-30', '2024-12-01 2025-11-30'],
  // The current month to date is compared with the same days of the previous month, as far as they exist.
  ['2026-11-01 2026-11-22', '2026-10-01 2026-10-22'],
  ['2026-03-01 2026-03-30', '2026-02-01 2026-02-28'],
  ['2026-10-01 2026-11-22', '2026-08-01 2026-09-22'],
  // Any other period is compared with the same number of days before it.
  ['2026-11-09 2026-11-15', '2026-11-02 2026-11-08'],
  ['2026-11-09 2026-11-09', '2026-11-08 2026-11-08'],
])('%s is compared with %s', (asked, before) => {
  expect(spanBefore(span(asked))).toEqual(span(before))
})

test('defaults to the current month to date, and reports invalid dates beside the field', () => {
  expect(spanOf({}, '2026-11-22')).toEqual(span('2026-11-01 2026-11-22'))
  expect(spanOf({ from: '2026-12-24' }, '2026-11-22')).toEqual(span('2026-12-24 2026-12-24'))
  expect(spanOf({ from: '2026-11-02', to: '2026-11-01' }, '2026-11-22')).toHaveProperty('fields.to')
  expect(spanOf({ from: '2023-11-01', to: '2026-11-22' }, '2026-11-22')).toHaveProperty('fields.from')
})

test('puts every day of a span in exactly one row', () => {
  for (const text of [
    '2026-11-01 2026-11-30',
    '2026-10-28 2026-12-30',
    '2025-11-15 2026-11-22',
    '2026-11-22 2026-11-22',
  ]) {
    const whole = span(text)
    const rows = rowsOf(whole, cutOf(whole))
    expect(rows[0]?.from).toBe(whole.from)
    expect(rows.at(-1)?.to).toBe(whole.to)
    for (const [i, row] of rows.slice(1).entries())
      expect(Date.parse(row.from) - Date.parse(rows[i]?.to as string)).toBe(86_400_000)
  }
})

test('names spans and rows', () => {
  expect(nameOf(span('2026-11-01 2026-11-30'))).toBe('November 2026')
  expect(nameOf(span('2026-07-01 2026-09-30'))).toBe('July – September 2026')
  expect(nameOf(span('2025-12-01 2026-11-30'))).toBe('December 2025 – November 2026')
  expect(nameOf(span('2026-11-01 2026-11-22'))).toBe('Nov 1–22, 2026')
  expect(nameOf(span('2025-12-24 2026-01-02'))).toBe('Dec 24, 2025 – Jan 2, 2026')
  expect(rowName(span('2026-11-30 2026-12-06'), 'week')).toBe('Nov 30 – Dec 6')
  expect(rowName(span('2026-11-01 2026-11-30'), 'month')).toBe('Nov 2026')
})
