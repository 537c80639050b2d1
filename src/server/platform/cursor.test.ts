import { expect, test } from 'vitest'
import { decodeCursor, pageOf } from './cursor.ts'

const rows = Array.from({ length: 4 }, (_, n) => ({ n, id: crypto.randomUUID() }))
const endOf = (last: (typeof rows)[number]) => ({ order: 'n', value: String(last.n), id: last.id })

test('a page has a next one only where a row more than asked for was found, and its cursor names the last row shown', () => {
  expect(pageOf([], 3, endOf)).toEqual({ rows: [], nextCursor: null })
  expect(pageOf(rows.slice(0, 3), 3, endOf)).toEqual({ rows: rows.slice(0, 3), nextCursor: null })
  const page = pageOf(rows, 3, endOf)
  expect(page.rows).toEqual(rows.slice(0, 3))
  expect(decodeCursor(page.nextCursor ?? '', 'n', 'number')).toEqual({ order: 'n', value: '2', id: rows[2]?.id })
})
