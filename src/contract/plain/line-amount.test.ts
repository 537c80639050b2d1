import { expect, test } from 'vitest'
import { isQuantity, lineCents } from './line-amount.ts'
import { isRoutingNumber, remittanceLines } from './remittance-lines.ts'

test.each([
  [1, 17_500, 17_500],
  [1.5, 17_500, 26_250],
  [0.333, 10_000, 3_330],
  [1.005, 100, 101],
  [0.005, 100, 1],
  [0.004, 100, 0],
  [2.675, 100, 268],
  [1.005, -100, -101],
  [10_000, 10_000, 100_000_000],
])('%d × %d cents is %d cents', (quantity, unitCents, cents) => expect(lineCents(quantity, unitCents)).toBe(cents))
test('accepts a quantity with at most three decimals', () => {
  for (const n of [1, 0.1, 0.125, 1.005, 9_999.999]) expect(isQuantity(n)).toBe(true)
  for (const n of [0.0001, 1.0005, 1 / 3]) expect(isQuantity(n)).toBe(false)
})
test.each(['123456780', '021000021', '011401533'])('%s is a routing number', (n) =>
  expect(isRoutingNumber(n)).toBe(true),
)
test.each(['123456789', '021000012', '12345678', '000000000', '02100002a'])('%s is not a routing number', (n) =>
  expect(isRoutingNumber(n)).toBe(false),
)
test('always lists the reference and leaves out empty details', () => {
  expect(remittanceLines({ note: 'Wire only' }, 'INV-2026-0001')).toEqual([
    { label: 'Reference', value: 'INV-2026-0001' },
    { label: 'Note', value: 'Wire only' },
  ])
})
