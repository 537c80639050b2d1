import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness/server.ts'
import { page } from '../../../contract/base.ts'
import { type CursorValue, cursorNote, cursorType, decodeCursor, encodeCursor, pageOf } from './cursor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const rows = Array.from({ length: 4 }, (_, n) => ({ n, id: crypto.randomUUID() }))
const endOf = (last: (typeof rows)[number]) => ({ order: 'n', value: String(last.n), id: last.id })

test('a page has a next page only if one more row was found, and its cursor names the last row', () => {
  expect(pageOf([], 3, endOf)).toEqual({ rows: [], nextCursor: null })
  expect(pageOf(rows.slice(0, 3), 3, endOf)).toEqual({ rows: rows.slice(0, 3), nextCursor: null })
  const first = pageOf(rows, 3, endOf)
  expect(first.rows).toEqual(rows.slice(0, 3))
  expect(decodeCursor(first.nextCursor ?? '', 'n', 'number')).toEqual({ order: 'n', value: '2', id: rows[2]?.id })
})

test('every cursor value fits the SQL type of its kind', async () => {
  const id = crypto.randomUUID()
  const values: Record<CursorValue, { good: string[]; bad: string[] }> = {
    instant: {
      good: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2024-02-29T12:00:00.1Z'],
      bad: [
        '0000-01-01T00:00:00Z',
        '2026-02-30T00:00:00Z',
        '2026-01-01T24:00:00Z',
        `2026-01-01T00:00:00.${'1'.repeat(99)}Z`,
      ],
    },
    day: {
      good: ['0001-01-01', '2024-02-29', '9999-12-31'],
      bad: ['0000-01-01', '2026-02-29', '2026-1-1', 'x', 'now', ''],
    },
    integer: { good: ['0', '2147483647', '-2147483647'], bad: ['2147483648', '1.5', '', '-', 'x', '9'.repeat(18)] },
    number: { good: ['0', '-30', '9'.repeat(18)], bad: ['9'.repeat(19), '1e3', '', '-', '--1', ' 1'] },
    text: { good: ['', 'ä', "'", '\\', 'x'.repeat(3_600)], bad: ['a\0b', '\ud800', 'x'.repeat(3_601)] },
  }
  for (const [kind, { good, bad }] of Object.entries(values) as [CursorValue, { good: string[]; bad: string[] }][]) {
    for (const value of good) {
      const read = decodeCursor(encodeCursor({ order: 'o', value, id }), 'o', kind)
      expect(read, kind).toEqual({ order: 'o', value, id })
      await sql`select ${value}::${cursorType(kind)}`.execute(server.db)
    }
    for (const value of bad)
      expect(() => decodeCursor(encodeCursor({ order: 'o', value, id }), 'o', kind), `${kind} ${value}`).toThrow()
  }
})

test('the cursor of the longest name is not too long for the server', () => {
  // Without accents and ligatures, this one character becomes eighteen.
  const value = 'ﷺ'.repeat(200).normalize('NFKD')
  const cursor = encodeCursor({ order: 'name asc', value, id: crypto.randomUUID() })
  expect(decodeCursor(page.cursor.parse(cursor), 'name asc', 'text')?.value).toBe(value)
})

test('the cursor’s note is text that the database accepts, or nothing', () => {
  const note = (order: string) => cursorNote(encodeCursor({ order, value: '1', id: '' }), 'name asc|')
  expect(note('name asc|printer')).toBe('printer')
  for (const order of ['name asc', 'other|x', 'name asc|\0', 'name asc|\ud800']) expect(note(order)).toBeNull()
  expect(cursorNote('x', 'name asc|')).toBeNull()
})
