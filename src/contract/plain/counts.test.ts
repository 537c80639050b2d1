import { expect, test } from 'vitest'
import { formatCount } from './counts.ts'

test('a count has its noun in singular or plural', () => {
  expect(formatCount(0, 'ticket')).toBe('0 tickets')
  expect(formatCount(1, 'ticket')).toBe('1 ticket')
  expect(formatCount(1200, 'ticket')).toBe('1,200 tickets')
  expect(formatCount(1, 'company', 'companies')).toBe('1 company')
  expect(formatCount(2, 'company', 'companies')).toBe('2 companies')
})
