import { expect, test } from 'vitest'
import { getInitials, hashToIndex } from './initials'

test('takes the initials of the first and the last word', () => {
  expect(getInitials('Ana Ruiz')).toBe('AR')
  expect(getInitials('  ana de la ruiz ')).toBe('AR')
  expect(getInitials('Priya')).toBe('P')
  expect(getInitials("Seán O'Neil (Ops)")).toBe('SO')
  expect(getInitials('Émile Zola')).toBe('ÉZ')
})

test('takes the initials of an address from the part before the @', () => {
  expect(getInitials('tomas.berg@example.com')).toBe('TB')
})

test('returns no initials for an empty text', () => {
  expect(getInitials(' – ')).toBe('')
})

test('returns the same index for the same text, below the count', () => {
  expect(hashToIndex('Ana Ruiz', 5)).toBe(hashToIndex('Ana Ruiz', 5))
  for (const name of ['', 'a', 'Zoë', '你好', 'x'.repeat(500)]) {
    expect(hashToIndex(name, 5)).toBeGreaterThanOrEqual(0)
    expect(hashToIndex(name, 5)).toBeLessThan(5)
  }
})
