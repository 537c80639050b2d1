import { expect, test } from 'vitest'
import { formatCell, formatValue, nameColumn } from './words.ts'

test('durations have units in text, and hours and minutes in tables', () => {
  expect(formatValue('hours.overage', 90)).toBe('1 h 30 min')
  expect([90, 0, -65, null].map((v) => formatCell('hours.overage', v))).toEqual(['1:30', '0:00', '−1:05', '—'])
  expect(formatCell('tickets.opened', 90)).toBe('90')
  expect(formatCell('revenue.paid', 9_000)).toBe('$90.00')
})

test('the head of a column says that it has hours and minutes', () => {
  expect((['hours.drawn', 'hours.overage', 'tickets.opened'] as const).map(nameColumn)).toEqual([
    'Hours used',
    'Overage (h:mm)',
    'Opened',
  ])
})
