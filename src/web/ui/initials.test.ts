import { expect, test } from 'vitest'
import { initials, stableIndex } from './initials'

test('initials take the first and the last word', () => {
  expect(initials('Ana Ruiz')).toBe('AR')
  expect(initials('  ana de la ruiz ')).toBe('AR')
  expect(initials('Priya')).toBe('P')
  expect(initials("Seán O'Neil (Ops)")).toBe('SO')
  expect(initials('Émile Zola')).toBe('ÉZ')
})

test('initials of an address come from before the @', () => {
  expect(initials('tomas.berg@example.com')).toBe('TB')
})

test('initials of nothing are nothing', () => {
  expect(initials(' – ')).toBe('')
})

test('the same text gives the same index, within the count', () => {
  expect(stableIndex('Ana Ruiz', 5)).toBe(stableIndex('Ana Ruiz', 5))
  for (const name of ['', 'a', 'Zoë', '你好', 'x'.repeat(500)]) {
    expect(stableIndex(name, 5)).toBeGreaterThanOrEqual(0)
    expect(stableIndex(name, 5)).toBeLessThan(5)
  }
})
