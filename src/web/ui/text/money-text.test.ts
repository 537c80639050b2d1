import { expect, test } from 'vitest'
import { formatCents, formatCentsForInput, formatCentsShort, readCents } from './money-text.ts'

test.each([
  [0, '$0.00', '$0', '0'],
  [175_000, '$1,750.00', '$1,750', '1750'],
  [1_205, '$12.05', '$12.05', '12.05'],
  [100_000_001, '$1,000,000.01', '$1,000,000.01', '1000000.01'],
])('%i cents', (cents, long, short, typed) => {
  expect([formatCents(cents), formatCentsShort(cents), formatCentsForInput(cents)]).toEqual([long, short, typed])
  expect(readCents(typed)).toBe(cents)
  expect(readCents(long)).toBe(cents)
})
test('formats negative amounts with a minus sign', () => expect(formatCents(-2_050)).toBe('−$20.50'))
test.each(['', 'abc', '1.234', '1,75', '-5', '1e3', '12..5'])('%j is no amount', (text) =>
  expect(readCents(text)).toBeUndefined(),
)
