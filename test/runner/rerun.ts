// Runs failed tests again, one after the other with nothing beside them. A test that passes then is flaky.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { nameOf, type Report, type TestResult } from './results.ts'
import type { Suite } from './suites.ts'
import { RESULTS } from './workspace.ts'

export type SuiteRun = { suite: Suite; what: { files?: string[]; title?: string }; report: Report }
type Flaky = { name: string; message: string }
export type Verdict = { passed: number; failed: string[]; flaky: Flaky[] }

const BADNESS: Record<TestResult['outcome'], number> = { passed: 0, skipped: 1, failed: 2 }

const failedIn = (report: Report) => report.tests.filter((t) => t.outcome === 'failed')

/**
 * Returns the number of tests that passed in the first run, the failures with the messages of both runs, and the flaky
 * tests.
 */
export async function rerunFailed(runs: SuiteRun[], seed: number): Promise<Verdict> {
  const verdict: Verdict = { passed: 0, failed: [], flaky: [] }
  for (const { suite, what, report } of runs) {
    verdict.passed += report.tests.filter((t) => t.outcome === 'passed').length
    const failed = failedIn(report)
    // A suite that did not start, for example because a port was taken, starts again.
    const neverStarted = report.tests.length === 0 && report.outside.length > 0
    const files = report.outside.flatMap((f) => f.file ?? [])
    if (failed.length === 0 && files.length === 0 && !neverStarted) {
      verdict.failed.push(...report.outside.map((f) => failure(suite.name, f.message)))
      continue
    }
    console.log(`Running again, alone: ${neverStarted ? suite.name : [...failed.map(nameOf), ...files].join(', ')}`)
    const again = neverStarted ? await suite.run({ ...what, seed }) : await suite.alone(failed, files)
    compare(suite, report, again, verdict)
    if (neverStarted) verdict.passed += again.tests.filter((t) => t.outcome === 'passed').length
  }
  return verdict
}

function compare(suite: Suite, first: Report, again: Report, verdict: Verdict): void {
  // Two tests can have the same name: then the worse result counts for both.
  const second = new Map<string, TestResult>()
  for (const test of again.tests) {
    const known = second.get(nameOf(test))
    if (!known || BADNESS[test.outcome] > BADNESS[known.outcome]) second.set(nameOf(test), test)
  }
  const failedFirst = new Map(failedIn(first).map((t) => [nameOf(t), t]))
  for (const [name, test] of failedFirst) {
    const message = test.message ?? ''
    const result = second.get(name)
    second.delete(name)
    if (result?.outcome === 'passed') verdict.flaky.push({ name, message })
    else verdict.failed.push(failure(name, message, result?.message ?? 'The test did not run again.'))
  }
  // The rest of a file that runs again can fail now, too.
  for (const test of second.values())
    if (test.outcome === 'failed') verdict.failed.push(failure(nameOf(test), test.message ?? ''))
  const failedAgain = new Set(again.outside.map((f) => f.file))
  for (const { file, message } of first.outside) {
    if (failedAgain.has(file)) continue
    const name = file ?? suite.name
    const ranAgain = again.tests.some((t) => t.outcome === 'passed' && (file === undefined || t.file === file))
    // A failure that belongs to no file cannot be run again, except that of a suite that did not start.
    const comparable = file !== undefined || first.tests.length === 0
    if (ranAgain && comparable) verdict.flaky.push({ name, message })
    else verdict.failed.push(failure(name, message))
  }
  for (const { file, message } of again.outside) verdict.failed.push(failure(file ?? suite.name, message))
}

function failure(name: string, first: string, second = first): string {
  return first === second ? `✗ ${name}\n${first}` : `✗ ${name}\nFirst run:\n${first}\nAlone:\n${second}`
}

/** Appends flaky tests to `test-results/flaky.json`, which keeps those of earlier runs. */
export function recordFlaky(flaky: Flaky[], seed: number): void {
  if (flaky.length === 0) return
  const file = path.join(RESULTS, 'flaky.json')
  let known: unknown[] = []
  try {
    known = JSON.parse(readFileSync(file, 'utf8')) as unknown[]
  } catch {
    // There is no such file yet, or its writing was interrupted.
  }
  mkdirSync(RESULTS, { recursive: true })
  const at = new Date().toISOString()
  writeFileSync(file, `${JSON.stringify([...known, ...flaky.map((f) => ({ at, seed, ...f }))], null, 2)}\n`)
}
