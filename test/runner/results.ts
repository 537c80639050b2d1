// What a suite has to say, in one form for both runners. The reporters write it; the runner reads it.
import { stripVTControlCharacters } from 'node:util'

/** One test as it ended. `message` says why it failed. */
export type TestResult = {
  file: string
  title: string
  /** The size of the browser window, for tests in the browser. */
  project?: string
  ms: number
  outcome: 'passed' | 'failed' | 'skipped'
  message?: string
}

/** What broke outside of a test: a file that could not be loaded, an error that nobody awaited, a server that did not start. */
export type Breakage = { file?: string | undefined; message: string }

export type Report = { tests: TestResult[]; breakages: Breakage[]; files: { file: string; ms: number }[] }

/** Returns a test's name as people read it. */
export const nameOf = ({ file, title, project }: Pick<TestResult, 'file' | 'title' | 'project'>): string =>
  `${file} › ${title}${project ? ` (${project})` : ''}`

/** Returns a text without the codes that color it, cut to its first lines. */
export const plain = (text: string, lines = 30): string =>
  stripVTControlCharacters(text).split('\n').slice(0, lines).join('\n').trim()
