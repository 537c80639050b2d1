// Reports the unit and integration tests to test/run.ts.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { Progress } from './progress.ts'
import { type OutsideFailure, plain, type Report, type TestResult } from './results.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const relative = (file: string) => path.relative(ROOT, file)
type Failure = { message?: string | undefined; stack?: string | undefined; diff?: string | undefined }
const textOf = (errors: readonly Failure[]) =>
  errors.map((e) => [e.message, e.diff, e.stack].filter(Boolean).join('\n')).join('\n')

/** Shows the progress by file and writes a `Report` to TEST_REPORT. */
export default class UnitReporter implements Reporter {
  readonly #progress = new Progress('unit and integration, files')

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#progress.start(specifications.length)
  }

  onTestModuleEnd(module: TestModule): void {
    const failed = [...module.children.allTests('failed')]
    const first = failed[0]
    const why = first ? textOf(first.result().errors ?? []) : textOf(module.errors())
    this.#progress.done(
      module.ok()
        ? undefined
        : `${relative(module.moduleId)} › ${first?.fullName ?? 'outside of a test'}: ${plain(why, 1)}`,
    )
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly Failure[]): void {
    this.#progress.end()
    const report: Report = {
      tests: modules.flatMap((m) => [...m.children.allTests()].map(resultOf)),
      outside: [
        ...modules.flatMap((m): OutsideFailure[] => {
          // A failed hook is an error of its suite, not of the tests in it.
          const suites = [...m.children.allSuites()].flatMap((s) => s.errors())
          const all = [...m.errors(), ...suites]
          return all.length > 0 ? [{ file: relative(m.moduleId), message: plain(textOf(all)) }] : []
        }),
        ...errors.map((e): OutsideFailure => {
          // Test files share a process, so an error belongs to the running file only if it is from one of its tests.
          const { VITEST_TEST_NAME: test, VITEST_TEST_PATH: path } = e as Record<string, string | undefined>
          const origin = test ? path : undefined
          return { file: origin && relative(origin), message: plain(textOf([e])) }
        }),
      ],
      files: modules.map((m) => ({
        file: relative(m.moduleId),
        ms: m.diagnostic().duration + m.diagnostic().collectDuration,
      })),
    }
    writeFileSync(process.env.TEST_REPORT as string, JSON.stringify(report))
  }
}

function resultOf(test: TestCase): TestResult {
  const result = test.result()
  return {
    file: relative(test.module.moduleId),
    title: test.fullName,
    ms: test.diagnostic()?.duration ?? 0,
    outcome: result.state === 'passed' ? 'passed' : result.state === 'failed' ? 'failed' : 'skipped',
    ...(result.state === 'failed' ? { message: plain(textOf(result.errors)) } : {}),
  }
}
