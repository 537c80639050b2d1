// docs/asvs.md has a row for each requirement of OWASP ASVS 5.0 at levels 1 and 2, and names only tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
/** The level of each requirement at levels 1 and 2, from the source that the JSON file names. */
const asvs = JSON.parse(read('test/samples/asvs-5.0.0.json')) as { levels: Record<string, 1 | 2> }
const text = read('docs/asvs.md')
/** The cells of every row of a requirement: id, level, what is required, how it holds, test or reason. */
const rows = text
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

/** How a row is answered, by the beginning of its last cell. */
const KINDS = {
  test: '`',
  'no test': 'No test: ',
  operator: 'Operator: ',
  'not met': 'Not met: ',
  none: 'Not applicable: ',
}
const kindOf = (answer = '') => Object.entries(KINDS).find(([, start]) => answer.startsWith(start))?.[0]

test('every requirement of levels 1 and 2 is in the document once, with its level', () => {
  expect(Object.keys(asvs.levels)).toHaveLength(253)
  expect(rows.map(([id, level]) => `${id} ${level}`)).toEqual(
    Object.entries(asvs.levels).map(([id, level]) => `${id} ${level}`),
  )
})

test('every row says how the requirement holds, and names a test or a reason', () => {
  const incomplete = rows.filter((row) => row.length !== 5 || row.some((cell) => cell.trim() === '') || !kindOf(row[4]))
  expect(incomplete).toEqual([])
})

test('every test that a row names exists, with this title', () => {
  const missing = rows.flatMap(([id, , , , answer = '']) =>
    answer.split('<br>').flatMap((part) => {
      if (!part.startsWith('`')) return []
      const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(part) ?? []
      if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(path.join(ROOT, file))) return [`${id}: no file ${file}`]
      const source = read(file)
      return ["'", '"', '`'].some((quote) => source.includes(quote + title + quote)) ? [] : [`${id}: no test ${title}`]
    }),
  )
  expect(missing).toEqual([])
})

test('every section that a row refers to exists', () => {
  const anchors = new Map<string, string[]>()
  const anchorsOf = (file: string) => {
    const found =
      anchors.get(file) ??
      [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      )
    anchors.set(file, found)
    return found
  }
  const links = [...text.matchAll(/\]\(([\w./-]+\.md)(?:#([\w-]+))?\)/g)]
  expect(links.length).toBeGreaterThan(20)
  const broken = links.filter(([, file = '', anchor]) => {
    const at = path.join('docs', file)
    return !existsSync(path.join(ROOT, at)) || (anchor !== undefined && !anchorsOf(at).includes(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('the summary counts the rows', () => {
  const count = (kind: string, level: string) =>
    rows.filter((row) => row[1] === level && kindOf(row[4]) === kind).length
  const summary = text.matchAll(/^\| (?:A test|No test|Operator|Not met|Not applicable) \|[^|]+\| (\d+) \| (\d+) \|$/gm)
  expect([...summary].map(([, one, two]) => [Number(one), Number(two)])).toEqual(
    Object.keys(KINDS).map((kind) => [count(kind, '1'), count(kind, '2')]),
  )
})
