// Reports the browser tests to test/run.ts.
import { writeFileSync } from 'node:fs'
import type { TestResult as Attempt, FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { Progress } from './progress.ts'
import { nameOf, type OutsideFailure, plain, type TestResult } from './results.ts'

/** Shows the progress by test and writes a `Report` to TEST_REPORT. */
export default class BrowserReporter implements Reporter {
  readonly #progress = new Progress('in the browser')
  readonly #tests: TestResult[] = []
  readonly #outside: OutsideFailure[] = []

  #suite: Suite | undefined

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite
    this.#progress.start(suite.allTests().length)
  }

  onTestEnd(test: TestCase, attempt: Attempt): void {
    // Playwright also calls a test skipped that it could not run because its worker ended.
    const skipped = attempt.status === 'skipped' && test.expectedStatus === 'skipped'
    const outcome = skipped ? 'skipped' : attempt.status === test.expectedStatus ? 'passed' : 'failed'
    const why = attempt.errors.map((e) => `${at(e)}${e.message ?? ''}\n${e.snippet ?? ''}`).join('\n')
    const message = plain(why || `The test ended as ${attempt.status}.`)
    const result: TestResult = {
      ...identity(test),
      ms: attempt.duration,
      outcome,
      ...(outcome === 'failed' ? { message } : {}),
    }
    this.#tests.push(result)
    this.#progress.done(outcome === 'failed' ? `${nameOf(result)}: ${plain(message, 1)}` : undefined)
  }

  onError(error: TestError): void {
    this.#outside.push({ file: undefined, message: plain(`${at(error)}${error.message ?? error.value ?? ''}`) })
  }

  onEnd({ status }: FullResult): void {
    this.#progress.end()
    for (const test of this.#suite?.allTests() ?? [])
      if (test.results.length === 0 && test.expectedStatus !== 'skipped')
        this.#tests.push({ ...identity(test), ms: 0, outcome: 'failed', message: 'The test did not run.' })
    if (status === 'interrupted' || status === 'timedout')
      this.#outside.push({ file: undefined, message: `The run was ${status}.` })
    const report = { tests: this.#tests, outside: this.#outside, files: [] }
    writeFileSync(process.env.TEST_REPORT as string, JSON.stringify(report))
  }

  printsToStdio(): boolean {
    return true
  }
}

function identity(test: TestCase): Pick<TestResult, 'file' | 'title' | 'project'> {
  const [, project = '', file = '', ...titles] = test.titlePath()
  return { file: `test/e2e/${file}`, title: titles.join(' › '), project }
}

const at = ({ location }: TestError) => (location ? `line ${location.line}: ` : '')
