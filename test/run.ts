// Runs all checks of the project for `npm test`, cheap ones first. The last line counts them. With `--changed [rev]` it
// runs only what a change affects, in less than 4 minutes.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Selection, select } from './select.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name)
const reports = mkdtempSync(path.join(tmpdir(), 'portal reports '))
let passed = 0
let failed = 0
/** Failures with their output, printed again at the end so that the last lines show what failed. */
const failures: string[] = []
const LINES = 25
/** Durations of a suite's tests in milliseconds, to print the slowest. The full run must stay below 15 minutes. */
const took: [number, string][] = []
const SLOWEST = 12

/** Returns what the arguments ask for: undefined for everything, or the tests that the change touches. */
function selectionOf(args: string[]): Selection | undefined {
  if (args.length === 0) return undefined
  const [flag, rev = 'HEAD', ...more] = args
  if (flag !== '--changed' || more.length > 0) {
    console.error('Usage: npm test, or npm test -- --changed [revision]')
    process.exit(2)
  }
  const git = (...words: string[]) => {
    try {
      return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      console.error(`git ${words.join(' ')}: ${(error as { stderr?: string }).stderr?.trim() ?? 'failed'}`)
      process.exit(2)
    }
  }
  const lines = (text: string) => text.split('\0').filter(Boolean)
  const changed = [
    ...lines(git('diff', '--name-only', '--no-renames', '--relative', '-z', rev, '--')),
    ...lines(git('ls-files', '--others', '--exclude-standard', '-z')),
  ]
  const selected = select(changed)
  console.log(
    `${changed.length} changed files, ${selected.unit.length} test files, ${selected.browser.length} in the browser.`,
  )
  return selected
}
const selected = selectionOf(process.argv.slice(2))

type Ended = { good: boolean; output: string }

/** Runs a program. Shows its output as it comes, or with `quiet` not at all. */
function run(command: string, args: string[], env: Record<string, string> = {}, quiet = false): Promise<Ended> {
  return new Promise((ok) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...(process.stdout.isTTY && !quiet ? { FORCE_COLOR: '1' } : {}), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      from.on('data', (d) => {
        output += d
        if (!quiet) to.write(d)
      })
    child.once('close', (code) => ok({ good: code === 0, output }))
  })
}

const firstLines = (output: string) => output.trim().split('\n').slice(0, LINES).join('\n')
const lastLines = (output: string) => output.trim().split('\n').slice(-LINES).join('\n')

/** Runs a check that passes or fails as one. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  const start = performance.now()
  const { good, output } = await run(command, args, {}, true)
  if (good) passed++
  else {
    failed++
    console.log(output)
    failures.push(lastLines(output))
  }
  console.log(`${good ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

/** Reports a test runner that counts its own tests. A runner without a report counts as one failure. */
async function suite(
  name: string,
  { good, output }: Ended,
  count: () => { passed: number; failed: number },
): Promise<void> {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = count()
  } catch {
    // No report: the runner itself failed.
  }
  if (!good && counted.failed === 0) {
    counted.failed = 1
    // Something failed outside of the tests. Vitest prints it under this heading; its report does not have it.
    const errors = output.slice(Math.max(0, output.indexOf('Unhandled Error')))
    failures.push(`✗ ${name}: failed outside of a test\n${output === errors ? lastLines(output) : firstLines(errors)}`)
  }
  if (good && counted.passed === 0) counted.failed = 1
  passed += counted.passed
  failed += counted.failed
  console.log(`${counted.failed === 0 ? '✓' : '✗'} ${name}: ${counted.passed} passed, ${counted.failed} failed`)
  for (const [ms, what] of took.sort((a, b) => b[0] - a[0]).slice(0, SLOWEST))
    console.log(`  ${(ms / 1000).toFixed(1)} s ${what}`)
  took.length = 0
}

await check('route types', bin('react-router'), ['typegen'])
// Type checking takes as long as the other three together.
await Promise.all([
  check('types', process.execPath, [
    'node_modules/typescript-native/bin/tsc',
    '-p',
    '.',
    // Reuse the results of the previous run.
    ...(selected ? ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'] : []),
  ]),
  (async () => {
    await check('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
    await check('import boundaries', bin('depcruise'), [
      '--config',
      '.dependency-cruiser.mjs',
      'src',
      'brand.config.ts',
    ])
    await check('nothing unused', bin('knip'), [])
  })(),
])

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}
type BrowserSuite = {
  specs?: {
    title: string
    file: string
    ok: boolean
    tests: {
      projectName: string
      results: { duration: number; error?: { message?: string; location?: { line: number } } }[]
    }[]
  }[]
  suites?: BrowserSuite[]
}
type BrowserReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: BrowserSuite[] }

const say = (name: string, why: string) => failures.push(`✗ ${name}\n${firstLines(why)}`)
function sayOf({ specs = [], suites = [] }: BrowserSuite): void {
  for (const spec of specs)
    for (const t of spec.tests)
      for (const r of t.results) {
        const name = `${spec.file} › ${spec.title} (${t.projectName})`
        took.push([r.duration, name])
        if (r.error) say(`${name}, line ${r.error.location?.line ?? '?'}`, r.error.message ?? '')
      }
  for (const one of suites) sayOf(one)
}

async function unit(): Promise<void> {
  const vitestReport = path.join(reports, 'vitest.json')
  const vitest = await run(bin('vitest'), [
    'run',
    ...(selected?.unit ?? []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ])
  await suite('unit and integration', vitest, () => {
    const r = JSON.parse(readFileSync(vitestReport, 'utf8')) as UnitReport
    for (const file of r.testResults) {
      const at = path.relative(ROOT, file.name)
      took.push([file.endTime - file.startTime, at])
      if (file.status === 'failed' && file.message) say(at, file.message)
      for (const t of file.assertionResults)
        if (t.status === 'failed') say(`${at} › ${t.fullName}`, t.failureMessages?.join('\n') ?? '')
    }
    return { passed: r.numPassedTests, failed: r.numFailedTests }
  })
}

async function browser(): Promise<void> {
  const browserReport = path.join(reports, 'browser.json')
  const playwright = await run(bin('playwright'), ['test', ...(selected?.browser ?? []), '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  })
  await suite('in the browser', playwright, () => {
    const { stats, suites } = JSON.parse(readFileSync(browserReport, 'utf8')) as BrowserReport
    for (const one of suites) sayOf(one)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

if (!selected || selected.unit.length > 0) await unit()
if (!selected || selected.browser.length > 0) await browser()

rmSync(reports, { recursive: true, force: true })
if (selected?.left.length)
  console.log(
    `\nAlso touched, but not run for lack of time (npm test runs them):\n${selected.left.map((f) => `  ${f}`).join('\n')}`,
  )
for (const failure of failures) console.log(`\n${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
