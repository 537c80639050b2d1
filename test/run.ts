// npm test: every check of the project, cheap ones first; the last line counts them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name)
const reports = mkdtempSync(path.join(tmpdir(), 'portal reports '))
let passed = 0
let failed = 0
/** What failed and why, said again at the end: whoever reads only the last lines knows where to look. */
const failures: string[] = []
const LINES = 25
/** What took longest in a suite, in milliseconds: all of it has to stay below a quarter of an hour. */
const took: [number, string][] = []
const SLOWEST = 12

function run(command: string, args: string[], env: Record<string, string> = {}, quiet = false): Promise<boolean> {
  return new Promise((ok) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (d) => (output += d))
    child.once('exit', (code) => {
      if (code !== 0 && quiet) {
        console.log(output)
        failures.push(output.trim().split('\n').slice(-LINES).join('\n'))
      }
      ok(code === 0)
    })
  })
}

/** A check that is one thing: it holds or it does not. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  const start = performance.now()
  const good = await run(command, args, {}, true)
  if (good) passed++
  else failed++
  console.log(`${good ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

/** A runner that counts its own tests; one that broke before it could count is one failure. */
async function suite(name: string, good: boolean, count: () => { passed: number; failed: number }): Promise<void> {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = count()
  } catch {
    // no report: the runner itself broke
  }
  if (!good && counted.failed === 0) counted.failed = 1
  if (good && counted.passed === 0) counted.failed = 1
  passed += counted.passed
  failed += counted.failed
  console.log(`${counted.failed === 0 ? '✓' : '✗'} ${name}: ${counted.passed} passed, ${counted.failed} failed`)
  for (const [ms, what] of took.sort((a, b) => b[0] - a[0]).slice(0, SLOWEST))
    console.log(`  ${(ms / 1000).toFixed(1)} s ${what}`)
  took.length = 0
}

await check('route types', bin('react-router'), ['typegen'])
// The types take as long as the other three together.
await Promise.all([
  check('types', process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', '.']),
  (async () => {
    await check('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
    await check('fences between floors and rooms', bin('depcruise'), [
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
    tests: { projectName: string; results: { duration: number; error?: { message?: string } }[] }[]
  }[]
  suites?: BrowserSuite[]
}
type BrowserReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: BrowserSuite[] }

const say = (name: string, why: string) => failures.push(`✗ ${name}\n${why.split('\n').slice(0, LINES).join('\n')}`)
function sayOf({ specs = [], suites = [] }: BrowserSuite): void {
  for (const spec of specs)
    for (const t of spec.tests)
      for (const r of t.results) {
        const name = `${spec.file} › ${spec.title} (${t.projectName})`
        took.push([r.duration, name])
        if (r.error) say(name, r.error.message ?? '')
      }
  for (const one of suites) sayOf(one)
}

const vitestReport = path.join(reports, 'vitest.json')
const vitestGood = await run(bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
])
await suite('unit and integration', vitestGood, () => {
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

const browserReport = path.join(reports, 'browser.json')
const browserGood = await run(bin('playwright'), ['test', '--reporter=line,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
})
await suite('in the browser', browserGood, () => {
  const { stats, suites } = JSON.parse(readFileSync(browserReport, 'utf8')) as BrowserReport
  for (const one of suites) sayOf(one)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
})

rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(`\n${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
