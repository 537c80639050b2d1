// Names in backticks and paths in comments and documents must exist.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
const sources = new Map(
  tracked
    .filter((file) => /\.(ts|tsx|mjs|sql|md|css)$/.test(file) && !file.startsWith('content/'))
    .flatMap((file) => {
      try {
        return [[file, readFileSync(path.join(ROOT, file), 'utf8')] as const]
      } catch {
        return [] // deleted, not committed yet
      }
    }),
)
/** Every suffix of every path, from the full path to the file name. */
const paths = new Set(tracked.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(\/\/|--).*$/gm, '')
const words = new Set(
  [...sources]
    .filter(([file]) => !file.endsWith('.md'))
    .flatMap(([file, text]) => (file.endsWith('comments.test.ts') ? [] : (withoutComments(text).match(/\w+/g) ?? [])))
    .concat(tracked.flatMap((file) => file.match(/\w+/g) ?? [])),
)
/** Terms of Postgres, S3 and file name patterns that do not appear in our code. */
const OTHERS = [
  'WHERE',
  'setup.hta.',
  'CREATEROLE',
  'DeleteObject',
  'PutObject',
  'ListBucket',
  'LISTEN',
  'NOTIFY',
  'pg_stat_statements',
  'auto_explain',
  'max_prepared_statements',
  'runs_YYYY_MM',
]

/**
 * Yields the lines of comments and documents with their location. Postgres itself chose the names in `docs/data-model`.
 */
function* remarks(): Generator<{ file: string; at: string; line: string }> {
  for (const [file, text] of [...sources].filter(([name]) => !name.startsWith('docs/data-model/')))
    for (const [index, line] of text.split('\n').entries())
      if (file.endsWith('.md') || /^\s*(\/\/|\/?\*|--)|\s\/\/\s/.test(line))
        yield { file, at: `${file}:${index + 1}`, line }
}

test('a file or a name in a comment or document exists', () => {
  const unknown: string[] = []
  for (const { at, line } of remarks())
    for (const [, quoted = ''] of line.matchAll(/`([^`]+)`/g)) {
      const [file = '', name] = quoted.split('#')
      if (/^[\w./-]+\.(ts|tsx|mjs|sql|md)$/.test(file)) {
        if (!paths.has(file.replace(/^(\.\.?\/)+/, ''))) unknown.push(`${at}: no file ${file}`)
        else if (name && !words.has(name)) unknown.push(`${at}: no ${name} in ${file}`)
      } else if (/^[A-Za-z_][\w.]{2,}$/.test(quoted)) {
        const last = quoted.split('.').at(-1) as string
        if (!words.has(last) && !OTHERS.includes(quoted)) unknown.push(`${at}: no ${quoted}`)
      }
    }
  expect(unknown, 'Correct the comment, or add a term that is not ours to OTHERS.').toEqual([])
})

test('a document that says where a database function is names its file', () => {
  const functions = new Map(
    tracked
      .filter((file) => file.startsWith('database/functions/'))
      .map((file) => [path.basename(file, '.sql'), file] as const),
  )
  const wrong: string[] = []
  for (const { at, line } of remarks())
    for (const [, name = '', file = ''] of line.matchAll(/`(\w+)`\s+(?:in|of)\s+`(database\/[\w./]+)`/g)) {
      const right = functions.get(name)
      if (right && right !== file) wrong.push(`${at}: ${name} is in ${right}`)
    }
  expect(functions.size).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

test('a comment above a schedule names how often it runs', () => {
  /** Returns a pattern for the words that describe how often a cron expression runs. */
  const often = (cron: string) => {
    const [minute = '', hour = '', day = ''] = cron.split(' ')
    if (minute === '*') return /every minute/i
    if (minute.startsWith('*/')) return /minute/i
    if (hour === '*') return /hour/i
    return day === '*' ? /night|daily|every day|once a day/i : /month/i
  }
  const wrong: string[] = []
  for (const [file, text] of sources)
    for (const [, comment = '', cron = ''] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?const \w+: ScheduleDefinition<[^>]*> = \{\s*name: '[^']*',\s*cron: '([^']*)'/g,
    )) {
      const frequency = /\b(nightly|every (night|day|hour|minute|\w+ minutes|month)|hourly|daily)\b/i.exec(comment)?.[0]
      if (frequency && !often(cron).test(frequency === 'hourly' ? 'hour' : frequency))
        wrong.push(`${file}: "${frequency}" above ${cron}`)
    }
  expect(wrong).toEqual([])
})
