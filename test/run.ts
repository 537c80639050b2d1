// npm test: every check of the project, quick ones first. The last line counts them; docs/testing.md says more.
import { measurePatience, patience } from './harness/patience.ts'
import { type Chosen, chosenBy } from './runner/chosen.ts'
import { gates } from './runner/gates.ts'
import { type Outcome, onceMore, rememberFlaky } from './runner/once-more.ts'
import { HELP, type Options, parseOptions, Refused } from './runner/options.ts'
import { type Place, takePlace } from './runner/place.ts'
import { stopAll } from './runner/processes.ts'
import { nameOf } from './runner/results.ts'
import { browserSuite, type Suite, unitSuite } from './runner/suites.ts'

/** More flaky tests than these fail a run: then it says nothing anymore. */
const FLAKY_MOST = 3
const SLOWEST = 12

/** Returns the exit code. */
async function main(options: Options, place: Place): Promise<number> {
  const chosen = chosenBy(options)
  process.env.TEST_LANE = options.lane
  process.env.TEST_PATIENCE ??= String(await measurePatience())
  console.log(`Order ${options.seed}, patience ${patience()}${options.lane === 'soak' ? ', at full length' : ''}.`)
  const suites: [Suite, Chosen['unit']][] = [
    [unitSuite(place.temporary), chosen.unit],
    [browserSuite(place.temporary), chosen.browser],
  ]
  if (options.repeat > 1) return repeat(options, suites)

  let passed = 0
  if (options.names.length === 0) {
    const checked = await gates(options.changed !== undefined)
    passed += checked.passed
    if (checked.failures.length > 0) return summary({ passed, failed: checked.failures, flaky: [] })
  }
  const outcomes: Outcome[] = []
  for (const [suite, what] of suites) {
    if (!what) continue
    const started = performance.now()
    const report = await suite.run({ ...what, seed: options.seed })
    const failed = report.tests.filter((t) => t.outcome === 'failed').length + report.breakages.length
    const count = report.tests.filter((t) => t.outcome === 'passed').length
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${failed === 0 ? '✓' : '✗'} ${suite.name}: ${count} passed, ${failed} failed (${seconds} s)`)
    const slow =
      report.files.length > 0
        ? report.files.map((f) => [f.ms, f.file] as const)
        : report.tests.map((t) => [t.ms, nameOf(t)] as const)
    for (const [ms, name] of slow.toSorted((a, b) => b[0] - a[0]).slice(0, SLOWEST))
      console.log(`    ${(ms / 1000).toFixed(1)} s ${name}`)
    outcomes.push({ suite, what, report })
  }
  const { flaky, failed, passed: more } = await onceMore(outcomes, options.seed)
  rememberFlaky(flaky, options.seed)
  for (const file of chosen.left) console.log(`Touched too, but left out for time (npm test runs it): ${file}`)
  return summary({ passed: passed + more, failed, flaky })
}

/** The end of a run; whoever reads only the last lines knows what failed. Returns the exit code. */
function summary({
  passed,
  failed,
  flaky,
}: {
  passed: number
  failed: string[]
  flaky: { name: string; first: string }[]
}): number {
  for (const { name, first } of flaky) console.log(`\n~ ${name}\nFailed beside others, passed alone:\n${first}`)
  for (const failure of failed) console.log(`\n${failure}`)
  if (flaky.length > 0) console.log(`\n${flaky.length} flaky: a defect of the test or the product, see docs/testing.md`)
  const tooFlaky = flaky.length > FLAKY_MOST
  if (tooFlaky) console.log(`More than ${FLAKY_MOST} flaky tests fail the run.`)
  console.log(
    `${passed + (tooFlaky ? 0 : flaky.length)} passed, ${failed.length + (tooFlaky ? flaky.length : 0)} failed`,
  )
  return failed.length > 0 || tooFlaky ? 1 : 0
}

/** The same tests again and again until one fails. Returns the exit code. */
async function repeat(options: Options, suites: [Suite, Chosen['unit']][]): Promise<number> {
  for (const [suite, what] of suites) {
    if (!what) continue
    const rounds = suite.repeats ? 1 : options.repeat
    for (let round = 1; round <= rounds; round++) {
      const report = await suite.run({ ...what, seed: options.seed + round - 1, repeat: options.repeat })
      const failed = report.tests.filter((t) => t.outcome === 'failed')
      for (const t of failed) console.log(`\n✗ ${nameOf(t)}\n${t.message}`)
      for (const b of report.breakages) console.log(`\n✗ ${b.file ?? suite.name}\n${b.message}`)
      if (failed.length + report.breakages.length > 0) {
        console.log(
          `\nIt failed${rounds > 1 ? ` in round ${round} of ${rounds}, order ${options.seed + round - 1}` : ''}.`,
        )
        return 1
      }
    }
  }
  console.log(`It passed ${options.repeat} times.`)
  return 0
}

let place: Place | undefined
async function leave(code: number): Promise<never> {
  await stopAll()
  for (const name of place?.leave() ?? []) console.log(`Ended what was still running: ${name}`)
  process.exit(code)
}

for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const)
  process.once(signal, () => {
    console.log('\nStopping …')
    void leave(128 + number)
  })
try {
  const options = parseOptions(process.argv.slice(2))
  if (options === 'help') {
    console.log(HELP)
    process.exit(0)
  }
  place = takePlace()
  process.env.TMPDIR = place.temporary
  await leave(await main(options, place))
} catch (e) {
  if (!(e instanceof Refused)) console.error(e)
  else console.error(e.message)
  await leave(2)
}
