import { expect, test } from 'vitest'
import { assign, columnsOf, fileFacts, missing, summary } from './import-columns.ts'
import type { ImportDetail } from './model.ts'

test('a meaning stands once, and a whole name not beside its parts', () => {
  expect(assign(['email', null], 1, 'email')).toEqual([null, 'email'])
  expect(assign(['firstName', 'lastName', null], 2, 'fullName')).toEqual([null, null, 'fullName'])
  expect(assign(['fullName', null], 1, 'lastName')).toEqual([null, 'lastName'])
  expect(assign(['firstName', null], 1, 'lastName')).toEqual(['firstName', 'lastName'])
  expect(assign(['fullName', 'email'], 0, null)).toEqual([null, 'email'])
})
test('columns are named by the first row, or numbered', () => {
  const rows = [
    ['Email', '', 'Email'],
    ['a@x.example', 'b', 'c'],
    ['', 'd', ''],
  ] // prettier-ignore
  const detail = { rows, columns: [{}, {}, {}] } as unknown as ImportDetail
  expect(columnsOf(detail, true).map((c) => c.name)).toEqual(['Email', 'Column 2', 'Email (2)'])
  expect(columnsOf(detail, true)[0]?.samples).toEqual(['a@x.example'])
  expect(columnsOf(detail, false)[0]).toEqual({ name: 'Column 1', samples: ['Email', 'a@x.example'] })
})
test('words', () => {
  expect(missing(['email'])).toMatch(/name/)
  expect(missing(['lastName'])).toBeUndefined()
  expect(fileFacts({ records: 1_201, delimiter: ';', encoding: 'utf-8' }, true)).toBe(
    '1,200 rows, separated by semicolons, UTF-8',
  )
  expect(summary({ created: 3, updated: 0, unchanged: 0, skipped: 1, refused: 0, clientsCreated: 0 })).toBe(
    '3 created, 1 skipped',
  )
})
