import { expect, test } from 'vitest'
import { type Column, fitColumns } from './table-column.ts'

const column = (key: string, width?: string, priority?: Column<never>['priority']): Column<never> => ({
  key,
  header: key,
  cell: () => null,
  ...(width ? { width } : {}),
  ...(priority ? { priority } : {}),
})
const columns = [
  column('subject'),
  column('status', 'w-32'),
  column('due', 'w-40'),
  column('priority', 'w-24', 'medium'),
  column('category', 'w-36', 'wide'),
  column('updated', 'w-28', 'widest'),
]
const keys = (room: number, beside = 92) => fitColumns(columns, room, beside).shown.map(({ key }) => key)

test('a wide table shows every column', () => {
  expect(fitColumns(columns, 1200, 92)).toEqual({ shown: columns, needed: 92 + 192 + 128 + 160 + 96 + 144 + 112 })
  expect(fitColumns(columns, Number.POSITIVE_INFINITY, 92).shown).toBe(columns)
})

test('hides columns at their widths', () => {
  expect(keys(1151)).toEqual(['subject', 'status', 'due', 'priority', 'category'])
  expect(keys(895)).toEqual(['subject', 'status', 'due', 'priority'])
  expect(keys(767)).toEqual(['subject', 'status', 'due'])
})

test('hides them earlier if the first column would be too narrow', () => {
  // 92 + 192 + 128 + 160 + 96 + 144 = 812 px fit into 900 px, but not with wider cells beside them.
  expect(keys(900)).toContain('category')
  expect(keys(900, 200)).toEqual(['subject', 'status', 'due', 'priority'])
  expect(keys(900, 330)).toEqual(['subject', 'status', 'due'])
})

test('scrolls if the remaining columns do not fit', () => {
  const { shown, needed } = fitColumns(columns, 500, 92)
  expect(shown.map(({ key }) => key)).toEqual(['subject', 'status', 'due'])
  expect(needed).toBe(92 + 192 + 128 + 160)
  expect(needed).toBeGreaterThan(500)
})
