// Runs all checks for `npm test`, the fast ones first. The last line counts them. See docs/testing.md.
import { measurePatience, patience } from './harness/patience.ts'
import { gates } from './runner/gates.ts'
import { HELP, type Options, parseOptions, UsageError } from './runner/options.ts'
import { stopAll } from './runner/processes.ts'
import { recordFlaky, rerunFailed, type SuiteRun, type Verdict } from './runner/rerun.ts'
import { nameOf, type Report } from './runner/results.ts'
import { type Selection, selectTests } from './runner/selection.ts'
import { browserSuite, type Suite, unitSuite } from './runner/suites.ts'
import { openWorkspace, type Workspace } from './runner/workspace.ts'

/** A run with more flaky tests than this fails, because its result means nothing. */
const MAX_FLAKY = 3
const SLOWEST = 12
/** Tests at full length get longer limits by this factor. */
const SOAK_PATIENCE = 10

/** Returns the exit code. */
async function main(options: Options, workspace: Workspace): Promise<number> {
  const selection = selectTests(options)
  process.env.TEST_LANE = options.lane
  const factor = requestedPatience() ?? (await measurePatience())
  process.env.TEST_PATIENCE = String(factor * (options.lane === 'soak' ? SOAK_PATIENCE : 1))
  console.log(`Seed ${options.seed}, patience ${patience()}${options.lane === 'soak' ? ', soak' : ''}.`)
  const suites: [Suite, Selection['unit']][] = [
    [unitSuite(workspace.temporary), selection.unit],
    [browserSuite(workspace.temporary), selection.browser],
  ]
  if (options.repeat > 1) return repeat(options, suites)

  let passed = 0
  if (options.names.length === 0) {
    const checked = await gates(options.changed !== undefined)
    passed = checked.passed
    if (checked.failures.length > 0) return summarize({ passed, failed: checked.failures, flaky: [] })
  }
  const runs: SuiteRun[] = []
  for (const [suite, what] of suites) {
    if (!what) continue
    const start = performance.now()
    const report = await suite.run({ ...what, seed: options.seed })
    printSuite(suite.name, report, performance.now() - start)
    runs.push({ suite, what, report })
  }
  const broken = runs.some(({ report }) => report.outside.length > 0)
  if (options.names.length > 0 && !broken && !runs.some(({ report }) => someRan(report))) throw noSuchTest(options)
  const verdict = await rerunFailed(runs, options.seed)
  recordFlaky(verdict.flaky, options.seed)
  if (selection.left.length > 0)
    console.log(`\nAlso affected, but only npm test runs them:\n${selection.left.map((f) => `  ${f}`).join('\n')}`)
  return summarize({ ...verdict, passed: passed + verdict.passed })
}

const someRan = (report: Report) => report.tests.some((t) => t.outcome !== 'skipped')
const noSuchTest = ({ names }: Options) => new UsageError(`No test has “${names.join(' ')}” in its title.`)

function requestedPatience(): number | undefined {
  const text = process.env.TEST_PATIENCE
  if (text === undefined) return undefined
  if (!(Number(text) >= 1)) throw new UsageError('TEST_PATIENCE is a number from 1, such as 8.')
  return Number(text)
}

function printSuite(name: string, { tests, outside, files }: Report, ms: number): void {
  const passed = tests.filter((t) => t.outcome === 'passed').length
  const failed = tests.filter((t) => t.outcome === 'failed').length + outside.length
  console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed (${Math.round(ms / 1000)} s)`)
  const times =
    files.length > 0
      ? files.map((f) => ({ ms: f.ms, name: f.file }))
      : tests.map((t) => ({ ms: t.ms, name: nameOf(t) }))
  for (const slow of times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`    ${(slow.ms / 1000).toFixed(1)} s ${slow.name}`)
}

/** Prints the failures last, so that the end of a log shows what failed. Returns the exit code. */
function summarize({ passed, failed, flaky }: Verdict): number {
  for (const { name, message } of flaky) console.log(`\n~ ${name}\nFailed in the first run, passed alone:\n${message}`)
  for (const failure of failed) console.log(`\n${failure}`)
  console.log()
  const tooMany = flaky.length > MAX_FLAKY
  if (flaky.length > 0)
    console.log(
      `${flaky.length} flaky${tooMany ? `, and more than ${MAX_FLAKY} fail the run` : ''}. A flaky test is a defect: see docs/testing.md.`,
    )
  const failures = failed.length + (tooMany ? flaky.length : 0)
  const full = failures > 0 ? workspace?.whatWasFull() : undefined
  if (full) console.log(full)
  console.log(`${passed + (tooMany ? 0 : flaky.length)} passed, ${failures} failed`)
  return failures > 0 ? 1 : 0
}

/** Repeats tests until one fails. Returns the exit code. */
async function repeat(options: Options, suites: [Suite, Selection['unit']][]): Promise<number> {
  let ran = false
  for (const [suite, what] of suites) {
    if (!what) continue
    for (let round = 1; round <= options.repeat; round++) {
      const seed = options.seed + round - 1
      const report = await suite.run({ ...what, seed, trace: true })
      ran ||= someRan(report)
      const failed = report.tests.filter((t) => t.outcome === 'failed')
      for (const t of failed) console.log(`\n✗ ${nameOf(t)}\n${t.message}`)
      for (const f of report.outside) console.log(`\n✗ ${f.file ?? suite.name}\n${f.message}`)
      if (failed.length + report.outside.length > 0) {
        console.log(`\nFailed in round ${round} of ${options.repeat}, with seed ${seed}.`)
        return 1
      }
    }
  }
  if (!ran) throw noSuchTest(options)
  console.log(`Passed ${options.repeat} times.`)
  return 0
}

let workspace: Workspace | undefined
let stopping = false
async function exit(code: number): Promise<never> {
  await stopAll()
  for (const command of workspace?.close() ?? []) console.log(`Ended a leftover process: ${command}`)
  process.exit(code)
}

for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const)
  process.on(signal, () => {
    // A second signal does not wait for the programs to end.
    if (stopping) {
      workspace?.close()
      process.exit(128 + number)
    }
    stopping = true
    console.log('\nStopping …')
    void exit(128 + number)
  })

try {
  const options = parseOptions(process.argv.slice(2))
  if (options === 'help') {
    console.log(HELP)
    process.exit(0)
  }
  workspace = openWorkspace()
  process.env.TMPDIR = workspace.temporary
  await exit(await main(options, workspace))
} catch (e) {
  console.error(e instanceof UsageError ? e.message : e)
  await exit(2)
}
