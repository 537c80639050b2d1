import { expect, test } from 'vitest'
import { applyMove, findNewPrevious, findPrevious } from './arrange.ts'
import type { Plan, TaskRow, TaskStatus } from './model.ts'

const task = (id: string, status: TaskStatus): TaskRow =>
  ({ id, status, phaseId: 'p', position: 0, title: id }) as TaskRow
const plan: Plan = {
  phases: [],
  tasks: [task('a', 'todo'), task('b', 'doing'), task('c', 'todo'), task('d', 'doing')],
}
const ids = (p: Plan) => p.tasks.map((t) => t.id).join('')

test('places a task after the named one, first without one, and keeps it without a position', () => {
  expect(ids(applyMove(plan, 'a', { afterId: 'c' }))).toBe('bcad')
  expect(ids(applyMove(plan, 'd', { afterId: null }))).toBe('dabc')
  const stays = applyMove(plan, 'b', { status: 'done' })
  expect([ids(stays), stays.tasks[1]?.status]).toEqual(['abcd', 'done'])
  expect(ids(applyMove(plan, 'x', { afterId: null }))).toBe('abcd')
})

test('maps a position in a column to a position in the overall order', () => {
  const doing = plan.tasks.filter((t) => t.status === 'doing')
  // At the top of its column: directly before the column's first task in the overall order.
  expect(findNewPrevious(plan, doing, 0, 'c')).toBe('a')
  expect(findNewPrevious(plan, doing, 1, 'c')).toBe('b')
  expect(findNewPrevious(plan, doing, 2, 'c')).toBe('d')
  expect(findNewPrevious(plan, [], 0, 'c')).toBe(undefined)
  const todo = plan.tasks.filter((t) => t.status === 'todo')
  expect(findNewPrevious(plan, todo, 0, 'd')).toBe(null)
  expect([findPrevious(plan, 'a'), findPrevious(plan, 'c')]).toEqual([null, 'b'])
})
