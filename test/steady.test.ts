// Checks that no test depends on how fast the machine is: tests wait for a state, use the default limits of the
// runners, and assert nothing about how long something took.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './harness/process.ts'

/** A comment that exempts its line or the line below it, with a reason. */
const EXCEPTION = /\/\/ steady: \S/
type Rule = { name: string; why: string; inHarness: boolean; find: (text: string) => number[] }

const positions = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map((m) => m.index)

/** Returns a function that finds the `expect(` calls whose argument matches the pattern. */
const expectWith = (pattern: RegExp) => (text: string) =>
  positions(/\bexpect(?:\.soft|\.poll)?\(/g)(text).filter((start) => {
    let depth = 0
    let at = text.indexOf('(', start)
    const begin = at
    do {
      if (text[at] === '(') depth++
      if (text[at] === ')') depth--
      at++
    } while (depth > 0 && at < text.length)
    return pattern.test(text.slice(begin, at))
  })

const RULES: Rule[] = [
  {
    name: 'waitForTimeout',
    why: 'wait for a state',
    inHarness: true,
    find: positions(/\bwaitForTimeout\(/g),
  },
  {
    name: 'sleep',
    why: 'wait for a state; how long a fault lasts is said with lasting() of test/harness/fault-time.ts',
    inHarness: false,
    find: positions(/(?<![\w.]|pg_)(?:sleep|setTimeout)\(|from 'node:timers\/promises'/g),
  },
  {
    name: 'a limit of its own',
    why: 'the defaults of the runner are multiplied by how slow the machine is; patient() does the same',
    inHarness: true,
    find: positions(/\b(?:timeout|testTimeout|hookTimeout|actionTimeout|navigationTimeout): *[1-9]/g),
  },
  {
    name: 'setTimeout of a test',
    why: 'shorten the test',
    inHarness: true,
    find: positions(
      /\b(?:test|describe|page|context|expect|testInfo|info)(?:\(\))?\.set\w*Timeout\( *\d|\bvi\.setConfig\(/g,
    ),
  },
  {
    name: 'a limit as the last argument of a test or hook',
    why: 'shorten the test',
    inHarness: true,
    // Biome formats the end of such a function at the indentation of its statement.
    find: (text) =>
      [...text.matchAll(/^( *)\}, *[\d_]+\)/gm)]
        .filter((m) => {
          const opening =
            text
              .slice(0, m.index)
              .match(new RegExp(`^${m[1]}\\S.*$`, 'gm'))
              ?.at(-1) ?? ''
          return /^ *(?:test|it|describe|beforeAll|beforeEach|afterAll|afterEach)\b/.test(opening)
        })
        .map((m) => m.index),
  },
  {
    name: 'a limit as the last argument of a hook in one line',
    why: 'shorten the test',
    inHarness: true,
    find: positions(/^ *(?:test|it|beforeAll|beforeEach|afterAll|afterEach)\b.*, *\d[\d_]*\)$/gm),
  },
  {
    name: 'vi.waitFor',
    why: 'it gives up after a second; expect.poll has the limit of the run',
    inHarness: true,
    find: positions(/\bvi\.wait(?:For|Until)\(/g),
  },
  {
    name: 'an assertion on elapsed time',
    why: 'count the work, or compare the order of events',
    inHarness: true,
    // Matches the time since a stored time, but not a time a fixed number of milliseconds ago.
    find: expectWith(/performance\.now\(\)|Date\.now\(\)\s*-\s*[^\d\s(]/),
  },
]

/** Returns the violations of the rules in a file as `line: name (why)`. */
function unsteady(text: string, inHarness = false): string[] {
  const lines = text.split('\n')
  return RULES.filter((rule) => rule.inHarness || !inHarness)
    .flatMap((rule) => rule.find(text).map((at) => ({ rule, line: text.slice(0, at).split('\n').length })))
    .filter(({ line }) => !EXCEPTION.test(`${lines[line - 2] ?? ''}\n${lines[line - 1]}`))
    .toSorted((a, b) => a.line - b.line)
    .map(({ rule, line }) => `${line}: ${rule.name} (${rule.why})`)
}

const below = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
const files = [
  ...below('src').filter((name) => /\.test\.tsx?$/.test(name)),
  ...below('test').filter((name) => name.endsWith('.ts')),
].filter((name) => path.join(ROOT, name) !== import.meta.filename)

test('no test depends on how fast the machine is', () => {
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((name) =>
    unsteady(readFileSync(path.join(ROOT, name), 'utf8'), /^test.(harness|runner)\b/.test(name)).map(
      (what) => `${name}:${what}`,
    ),
  )
  expect(found).toEqual([])
})

describe('the rules', () => {
  test.each([
    ['waitForTimeout', 'await page.waitForTimeout(500)'],
    ['sleep', 'await new Promise((r) => setTimeout(r, 200))'],
    ['sleep', 'await sleep(20)'],
    ['sleep', "import { setTimeout as wait } from 'node:timers/promises'"],
    ['a limit of its own', 'await expect.poll(count, { timeout: 5_000 }).toBe(1)'],
    ['a limit of its own', "test('x', { timeout: 60_000 }, async () => {})"],
    ['setTimeout of a test', 'test.setTimeout(240_000)'],
    ['setTimeout of a test', 'page.setDefaultTimeout(5000)'],
    ['setTimeout of a test', 'vi.setConfig({ testTimeout: LONG })'],
    ['a limit as the last argument of a test or hook', "test('x', async () => {\n  await y()\n}, 60_000)"],
    ['a limit as the last argument of a hook in one line', 'beforeAll(() => start(), 30_000)'],
    ['vi.waitFor', 'await vi.waitFor(() => expect(x).toBe(1))'],
    ['an assertion on elapsed time', 'expect(performance.now() - t).toBeLessThan(10)'],
    ['an assertion on elapsed time', 'expect(\n  Date.now() - began,\n).toBeLessThan(2_000)'],
  ])('find %s: %s', (name, text) => {
    expect(unsteady(`\n${text}\n`)).toEqual([expect.stringMatching(new RegExp(`^\\d+: ${name} \\(`))])
    expect(unsteady(`${text.replace(/\n/g, ' ')} // steady: the clock itself is what is tested`)).toEqual([])
  })
  test.each([
    ['a moment in the past', 'expect(codeAt(secret, Date.now() - 30_000)).toBe(1)'],
    ['a comparison with a moment', 'expect(Date.parse(at)).toBeGreaterThan(Date.now() - 60_000)'],
    ['a patient limit', 'expect.poll(count, { timeout: patient(LIMIT.test) })'],
    ['no limit at all', 'await route.fetch({ timeout: 0 })'],
    ['how long a fault lasts', 'await lasting(300)'],
    ['a timer that is moved', 'vi.setSystemTime(Date.now() + 1)'],
    ['a query that does not end', "await pool.query('select pg_sleep(10)')"],
    ['an interval', 'const watch = setInterval(() => {\n  n++\n}, 5)'],
  ])('let through %s', (_, text) => {
    expect(unsteady(text)).toEqual([])
  })
})
