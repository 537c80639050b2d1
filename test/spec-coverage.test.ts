// Every test that docs/spec-coverage.md names must exist.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const rows = readFileSync(path.join(ROOT, 'docs/spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line !== '| statement | test |')

test('every statement of the specification names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(50)
  const missing = rows.filter((row) => {
    const [, file, title] = /\| `([^`]+)` › (.+) \|$/.exec(row) ?? []
    if (!file || !title || !existsSync(path.join(ROOT, file))) return true
    return !readFileSync(path.join(ROOT, file), 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})
