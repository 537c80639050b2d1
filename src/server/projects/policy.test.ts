import { expect, test } from 'vitest'
import { getProjectHealth } from './policy.ts'

test('a budget is exceeded by its first minute too many, and not before', () => {
  const reasonsOf = (used_minutes: number) =>
    getProjectHealth({
      status: 'active',
      starts_on: null,
      due_on: null,
      budget_minutes: 6_000,
      used_minutes,
      tasks_total: 1,
      tasks_done: 1,
      overdue: 0,
      overdue_since: null,
      waiting_all: 0,
      waiting_since: null,
      today: '2026-11-20',
    }).reasons
  expect(reasonsOf(6_000)).toEqual([])
  expect(reasonsOf(6_001)).toEqual(['The budget is exceeded: 101% is used.'])
  expect(reasonsOf(7_200)).toEqual(['The budget is exceeded: 120% is used.'])
})
