// What failed runs once more, one test after the other with nothing beside it: what passes then is flaky.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LEFT } from './place.ts'
import { nameOf, type Report, type TestResult } from './results.ts'
import type { Suite } from './suites.ts'

export type Outcome = { suite: Suite; what: { files?: string[]; title?: string }; report: Report }
export type Flaky = { name: string; first: string }
export type Verdict = { passed: number; failed: string[]; flaky: Flaky[] }

const failedIn = (report: Report) => report.tests.filter((t) => t.outcome === 'failed')

/** Runs what failed again. Returns how many tests passed at once, and what is failed or flaky, with what each run said. */
export async function onceMore(outcomes: Outcome[], seed: number): Promise<Verdict> {
  const verdict: Verdict = { passed: 0, failed: [], flaky: [] }
  for (const { suite, what, report } of outcomes) {
    verdict.passed += report.tests.filter((t) => t.outcome === 'passed').length
    const failed = failedIn(report)
    // A run that never began, because a server did not start, begins again; so does a file in which something broke.
    const never = report.tests.length === 0 && report.breakages.length > 0
    const files = report.breakages.flatMap((b) => b.file ?? [])
    if (failed.length === 0 && files.length === 0 && !never) {
      verdict.failed.push(...report.breakages.map((b) => said(suite.name, b.message)))
      continue
    }
    console.log(`Once more, alone: ${never ? suite.name : [...failed.map(nameOf), ...files].join(', ')}`)
    const again = never ? await suite.run({ ...what, seed }) : await suite.alone(failed, files)
    judge(suite, report, again, verdict)
    if (never) verdict.passed += again.tests.filter((t) => t.outcome === 'passed').length
  }
  return verdict
}

function judge(suite: Suite, first: Report, again: Report, verdict: Verdict): void {
  const now = new Map(again.tests.map((t) => [nameOf(t), t]))
  for (const test of failedIn(first)) {
    const second = now.get(nameOf(test))
    now.delete(nameOf(test))
    const why = test.message ?? ''
    if (second?.outcome === 'passed') verdict.flaky.push({ name: nameOf(test), first: why })
    else verdict.failed.push(twice(nameOf(test), why, second?.message ?? 'It did not run again.'))
  }
  // A file that runs again can show what did not fail the first time.
  for (const test of now.values())
    if (test.outcome === 'failed') verdict.failed.push(said(nameOf(test), test.message ?? ''))
  const brokenAgain = new Set(again.breakages.map((b) => b.file))
  for (const { file, message } of first.breakages) {
    const ran = again.tests.some((t: TestResult) => !file || t.file === file)
    if (ran && !brokenAgain.has(file) && (file || first.tests.length === 0))
      verdict.flaky.push({ name: file ?? suite.name, first: message })
    else if (!brokenAgain.has(file)) verdict.failed.push(said(file ?? suite.name, message))
  }
  for (const { file, message } of again.breakages) verdict.failed.push(said(file ?? suite.name, message))
}

const said = (name: string, message: string) => `✗ ${name}\n${message}`
const twice = (name: string, first: string, second: string) =>
  first === second ? said(name, first) : `✗ ${name}\nBeside others:\n${first}\nAlone:\n${second}`

/** Adds to `test-results/flaky.json`, which keeps them over runs. */
export function rememberFlaky(flaky: Flaky[], seed: number): void {
  if (flaky.length === 0) return
  const file = path.join(LEFT, 'flaky.json')
  let known: unknown[] = []
  try {
    known = JSON.parse(readFileSync(file, 'utf8')) as unknown[]
  } catch {
    // The first ones, or a file that was cut off.
  }
  mkdirSync(LEFT, { recursive: true })
  const at = new Date().toISOString()
  writeFileSync(file, `${JSON.stringify([...known, ...flaky.map((f) => ({ at, seed, ...f }))], null, 2)}\n`)
}
