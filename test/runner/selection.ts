// Determines which tests a run includes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { affectedTests, testFiles } from './affected.ts'
import { type Options, UsageError } from './options.ts'
import { ROOT } from './workspace.ts'

type Part = { files?: string[]; title?: string }
/** The tests of each suite: `{}` means all, undefined means none. `left` lists affected tests that take too long. */
export type Selection = { unit: Part | undefined; browser: Part | undefined; left: string[] }

/** Returns the tests that the options ask for. Throws UsageError if there are none. */
export function selectTests({ changed, names }: Pick<Options, 'changed' | 'names'>): Selection {
  if (changed) return testsAffectedSince(changed)
  if (names.length > 0) return testsNamed(names)
  return { unit: {}, browser: {}, left: [] }
}

const part = (files: string[], title?: string): Part | undefined =>
  files.length > 0 ? { files, ...(title ? { title } : {}) } : undefined

function testsAffectedSince(revision: string): Selection {
  const git = (...words: string[]) => {
    try {
      return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (e) {
      const why = (e as { stderr?: string }).stderr?.trim() || 'there is no common commit'
      throw new UsageError(`No changes since ${revision} can be found: ${why}. Name a revision that this clone has.`)
    }
  }
  const lines = (text: string) => text.split('\0').filter(Boolean)
  const base = git('merge-base', revision, 'HEAD').trim()
  const changed = [
    ...lines(git('diff', '--name-only', '--no-renames', '--relative', '-z', base, '--')),
    ...lines(git('ls-files', '--others', '--exclude-standard', '-z')),
  ]
  const { unit, browser, left } = affectedTests(changed)
  console.log(
    `${changed.length} files changed since ${revision}. They affect ${unit.length} unit test files and ${browser.length} browser test files.`,
  )
  return { unit: part(unit), browser: part(browser), left }
}

function testsNamed(names: string[]): Selection {
  const all = testFiles()
  const selection = (files: string[], title?: string): Selection => ({
    unit: part(
      files.filter((f) => !f.startsWith('test/e2e/')),
      title,
    ),
    browser: part(
      files.filter((f) => f.startsWith('test/e2e/')),
      title,
    ),
    left: [],
  })
  const byPath = names.map((name) => all.filter((file) => file.includes(path.normalize(name))))
  if (byPath.every((files) => files.length > 0)) return selection([...new Set(byPath.flat())])
  const title = names.join(' ')
  const byTitle = all.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes(title))
  if (byTitle.length > 0) return selection(byTitle, title)
  throw new UsageError(`No test file has “${title}” in its path or in the title of a test.`)
}
