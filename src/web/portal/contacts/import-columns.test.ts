import { expect, test } from 'vitest'
import { assignColumn, describeFile, findMissingColumns, guessColumns, summarizeImport } from './import-columns.ts'
import type { ImportDetail } from './model.ts'

test('assigns each field once, and not the full name together with its parts', () => {
  expect(assignColumn(['email', null], 1, 'email')).toEqual([null, 'email'])
  expect(assignColumn(['firstName', 'lastName', null], 2, 'fullName')).toEqual([null, null, 'fullName'])
  expect(assignColumn(['fullName', null], 1, 'lastName')).toEqual([null, 'lastName'])
  expect(assignColumn(['firstName', null], 1, 'lastName')).toEqual(['firstName', 'lastName'])
  expect(assignColumn(['fullName', 'email'], 0, null)).toEqual([null, 'email'])
})
test('columns are named by the first row, or numbered', () => {
  const rows = [
    ['Email', '', 'Email'],
    ['a@x.example', 'b', 'c'],
    ['', 'd', ''],
  ]
  const detail = { rows, columns: [{}, {}, {}] } as unknown as ImportDetail
  expect(guessColumns(detail, true).map((c) => c.name)).toEqual(['Email', 'Column 2', 'Email (2)'])
  expect(guessColumns(detail, true)[0]?.samples).toEqual(['a@x.example'])
  expect(guessColumns(detail, false)[0]).toEqual({ name: 'Column 1', samples: ['Email', 'a@x.example'] })
})
test('describes files and imports', () => {
  expect(findMissingColumns(['email'])).toMatch(/name/)
  expect(findMissingColumns(['lastName'])).toBeUndefined()
  expect(describeFile({ records: 1_201, delimiter: ';', encoding: 'utf-8' }, true)).toBe(
    '1,200 rows, separated by semicolons, UTF-8',
  )
  expect(summarizeImport({ created: 3, updated: 0, unchanged: 0, skipped: 1, refused: 0, clientsCreated: 0 })).toBe(
    '3 created, 1 skipped',
  )
})
