import { expect, test } from 'vitest'
import { describePlace, findCardPlace, stepByKey } from './place.ts'

const columns = [
  { id: 'todo', name: 'To do', cards: ['a', 'b', 'c'] },
  { id: 'doing', name: 'Doing', cards: ['d'] },
  { id: 'done', name: 'Done', cards: [] },
] as const

test('a card is found in its column', () => {
  expect(findCardPlace(columns, 'c')).toEqual({ column: 'todo', index: 2 })
  expect(findCardPlace(columns, 'x')).toBeUndefined()
})

test('arrow keys stop at the ends of a column and of the board', () => {
  expect(stepByKey(columns, 'a', { column: 'todo', index: 0 }, 'ArrowUp')).toEqual({ column: 'todo', index: 0 })
  expect(stepByKey(columns, 'a', { column: 'todo', index: 2 }, 'ArrowDown')).toEqual({ column: 'todo', index: 2 })
  expect(stepByKey(columns, 'c', { column: 'todo', index: 2 }, 'ArrowRight')).toEqual({ column: 'doing', index: 1 })
  expect(stepByKey(columns, 'c', { column: 'todo', index: 2 }, 'ArrowLeft')).toBeNull()
  expect(stepByKey(columns, 'c', { column: 'done', index: 0 }, 'ArrowRight')).toBeNull()
  expect(stepByKey(columns, 'c', { column: 'todo', index: 2 }, 'Tab')).toBeUndefined()
})

test('a position includes the card that is being moved', () => {
  expect(describePlace(columns, 'a', { column: 'doing', index: 1 })).toBe('Doing, position 2 of 2')
  expect(describePlace(columns, 'a', { column: 'todo', index: 0 })).toBe('To do, position 1 of 3')
})
