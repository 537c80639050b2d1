import { expect, test } from 'vitest'
import { foldRest, type Numbers, percentOf } from './section.ts'

test('a share is exact to one decimal, and 100% only if nothing is missing', () => {
  expect([percentOf(1999, 2000), percentOf(2000, 2000), percentOf(2, 3), percentOf(0, 0)]).toEqual([
    99.9,
    100,
    66.7,
    null,
  ])
  // A share with at most one decimal is never changed.
  const shares = Array.from({ length: 1001 }, (_, part) => part)
  expect(shares.map((part) => percentOf(part, 1000))).toEqual(shares.map((part) => part / 10))
})

test('a table with too many rows adds up the others, so that its columns keep their sums', () => {
  const rows = Array.from({ length: 7 }, (_, n) => ({
    id: `c${n}`,
    name: `Company ${n}`,
    opened: n,
    kept: n,
    missed: 1,
    budget: null,
  }))
  const numbersOf = (r: (typeof rows)[number]): Numbers => ({
    'tickets.opened': r.opened,
    'projects.budget': r.budget,
    'tickets.response_kept': percentOf(r.kept, r.kept + r.missed),
  })
  const folded = (most: number) => foldRest(rows, most, 'companies', ({ id, name }) => ({ id, name }), numbersOf)
  expect(folded(7).map((r) => r.id)).toEqual(rows.map((r) => r.id))
  const five = folded(5)
  expect(five).toHaveLength(5)
  // 4 + 5 + 6 opened; 15 of 18 answered in time.
  expect(five.at(-1)).toEqual({
    id: null,
    name: '3 other companies',
    numbers: { 'tickets.opened': 15, 'projects.budget': null, 'tickets.response_kept': 83.3 },
  })
  expect(five.reduce((sum, r) => sum + (r.numbers['tickets.opened'] ?? 0), 0)).toBe(21)
})
