// Runs Vitest and Playwright behind one interface.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bin, run } from './processes.ts'
import { plain, type Report, type TestResult } from './results.ts'
import { RESULTS } from './workspace.ts'

export type Suite = {
  name: string
  /** Runs these files, or all of them, or only their tests with this title. With `trace`, failed tests save a trace. */
  run: (what: { files?: string[]; title?: string; seed: number; trace?: boolean }) => Promise<Report>
  /** Runs tests again, one after the other, with nothing beside them. */
  alone: (tests: TestResult[], files: string[]) => Promise<Report>
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

async function reported(temporary: string, command: string, args: string[], mayBeEmpty = false): Promise<Report> {
  const at = path.join(temporary, `report ${crypto.randomUUID()}.json`)
  const { good, output, signal } = await run(command, args, { env: { TEST_REPORT: at }, show: true })
  let report: Report
  try {
    report = JSON.parse(readFileSync(at, 'utf8')) as Report
  } catch {
    return { tests: [], files: [], outside: [{ message: `The test runner ended without a report.\n${tail(output)}` }] }
  }
  const quiet = report.outside.length === 0 && report.tests.every((t) => t.outcome !== 'failed')
  if (signal) report.outside.push({ message: `The test runner was ended by ${signal}.` })
  else if (!good && quiet) report.outside.push({ message: `The test runner ended with an error.\n${tail(output)}` })
  if (good && !mayBeEmpty && !report.tests.some((t) => t.outcome !== 'skipped'))
    report.outside.push({ message: 'No test ran.' })
  return report
}
const tail = (output: string) => plain(output.split('\n').slice(-30).join('\n'))

/** Vitest. Runs complete files again, because a test can depend on earlier tests of its file. */
export const unitSuite = (temporary: string): Suite => {
  const vitest = (args: string[], mayBeEmpty = false) =>
    reported(temporary, bin('vitest'), ['run', '--reporter=./test/runner/unit-reporter.ts', ...args], mayBeEmpty)
  return {
    name: 'unit and integration',
    run: ({ files = [], title, seed }) =>
      vitest([...files, `--sequence.seed=${seed}`, ...(title ? ['-t', escaped(title)] : [])], title !== undefined),
    alone: (tests, files) => vitest([...new Set([...tests.map((t) => t.file), ...files]), '--maxWorkers=1']),
  }
}

/** Playwright. Tests that fail again leave a trace and a screenshot in `test-results`. */
export const browserSuite = (temporary: string): Suite => {
  const playwright = (args: string[], folder: string, mayBeEmpty = false) =>
    reported(
      temporary,
      bin('playwright'),
      ['test', '--reporter=./test/runner/browser-reporter.ts', `--output=${path.join(RESULTS, folder)}`, ...args],
      mayBeEmpty,
    )
  return {
    name: 'in the browser',
    run: ({ files = [], title, seed, trace = false }) =>
      playwright(
        [
          ...files.map((file) => `/${escaped(path.basename(file))}$`),
          `--shuffle=${seed}`,
          ...(title ? ['-g', escaped(title), '--pass-with-no-tests'] : []),
          ...(trace ? ['--trace=retain-on-failure'] : []),
        ],
        'browser',
        title !== undefined,
      ),
    alone: (tests) => {
      const list = path.join(temporary, `tests ${crypto.randomUUID()}.txt`)
      writeFileSync(list, tests.map((t) => `[${t.project}] › ${path.basename(t.file)} › ${t.title}`).join('\n'))
      return playwright([`--test-list=${list}`, '--workers=1', '--trace=retain-on-failure'], 'browser-alone')
    },
  }
}
