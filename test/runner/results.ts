// The results of a suite in one format for both test runners. The reporters write it, and test/run.ts reads it.
import { stripVTControlCharacters } from 'node:util'

export type TestResult = {
  file: string
  title: string
  /** The Playwright project, which determines the size of the browser window. */
  project?: string
  ms: number
  outcome: 'passed' | 'failed' | 'skipped'
  /** Why the test failed. */
  message?: string
}

/**
 * A failure outside of a test, such as a file that cannot be loaded, an unhandled rejection or a server that does not
 * start.
 */
export type OutsideFailure = { file?: string | undefined; message: string }

export type Report = { tests: TestResult[]; outside: OutsideFailure[]; files: { file: string; ms: number }[] }

/** Returns a test's full name for people. */
export const nameOf = ({ file, title, project }: Pick<TestResult, 'file' | 'title' | 'project'>): string =>
  `${file} › ${title}${project ? ` (${project})` : ''}`

/** Returns the first lines of a text without terminal colors. */
export const plain = (text: string, lines = 30): string =>
  stripVTControlCharacters(text).split('\n').slice(0, lines).join('\n').trim()
