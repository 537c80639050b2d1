import { expect, test } from 'vitest'
import { afterIn, before, moved } from './arrange.ts'
import type { Plan, TaskRow, TaskStatus } from './model.ts'

const task = (id: string, status: TaskStatus): TaskRow =>
  ({ id, status, phaseId: 'p', position: 0, title: id }) as TaskRow
const plan: Plan = {
  phases: [],
  tasks: [task('a', 'todo'), task('b', 'doing'), task('c', 'todo'), task('d', 'doing')],
}
const ids = (p: Plan) => p.tasks.map((t) => t.id).join('')

test('a task stands after the one that is named, first after none, and stays without a place', () => {
  expect(ids(moved(plan, 'a', { afterId: 'c' }))).toBe('bcad')
  expect(ids(moved(plan, 'd', { afterId: null }))).toBe('dabc')
  const stays = moved(plan, 'b', { status: 'done' })
  expect([ids(stays), stays.tasks[1]?.status]).toEqual(['abcd', 'done'])
  expect(ids(moved(plan, 'x', { afterId: null }))).toBe('abcd')
})

test('a place in a column is a place in the order of all', () => {
  const doing = plan.tasks.filter((t) => t.status === 'doing')
  // On top of its column: right before the first of it, wherever that stands among all.
  expect(afterIn(plan, doing, 0, 'c')).toBe('a')
  expect(afterIn(plan, doing, 1, 'c')).toBe('b')
  expect(afterIn(plan, doing, 2, 'c')).toBe('d')
  expect(afterIn(plan, [], 0, 'c')).toBe(undefined)
  const todo = plan.tasks.filter((t) => t.status === 'todo')
  expect(afterIn(plan, todo, 0, 'd')).toBe(null)
  expect([before(plan, 'a'), before(plan, 'c')]).toEqual([null, 'b'])
})
