// Which tests a run is about.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Options, Refused } from './options.ts'
import { ROOT } from './place.ts'
import { select, testFiles } from './select.ts'

type Part = { files?: string[]; title?: string }
/** The tests of each suite: `{}` is all of them, undefined none. `left` was left out because it takes too long. */
export type Chosen = { unit: Part | undefined; browser: Part | undefined; left: string[] }

/** Returns the tests that the options ask for; throws `Refused` when there are none. */
export function chosenBy({ changed, names }: Pick<Options, 'changed' | 'names'>): Chosen {
  if (changed) return touchedSince(changed)
  if (names.length > 0) return named(names)
  return { unit: {}, browser: {}, left: [] }
}

const some = (files: string[], title?: string): Part | undefined =>
  files.length > 0 ? { files, ...(title ? { title } : {}) } : undefined

function touchedSince(revision: string): Chosen {
  const git = (...words: string[]) => {
    try {
      return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (e) {
      throw new Refused(`git ${words.join(' ')}: ${(e as { stderr?: string }).stderr?.trim() || 'failed'}`)
    }
  }
  const lines = (text: string) => text.split('\0').filter(Boolean)
  const base = git('merge-base', revision, 'HEAD').trim()
  const files = [
    ...lines(git('diff', '--name-only', '--no-renames', '--relative', '-z', base, '--')),
    ...lines(git('ls-files', '--others', '--exclude-standard', '-z')),
  ]
  const { unit, browser, left } = select(files)
  console.log(
    `${files.length} files changed since ${revision}: ${unit.length} test files and ${browser.length} in the browser.`,
  )
  return { unit: some(unit), browser: some(browser), left }
}

function named(names: string[]): Chosen {
  const all = testFiles()
  const byPath = all.filter((file) => names.some((name) => file.includes(path.normalize(name))))
  const isBrowser = (file: string) => file.startsWith('test/e2e/')
  const parts = (files: string[], title?: string): Chosen => ({
    unit: some(
      files.filter((f) => !isBrowser(f)),
      title,
    ),
    browser: some(files.filter(isBrowser), title),
    left: [],
  })
  if (byPath.length > 0) return parts(byPath)
  const title = names.join(' ')
  const byTitle = all.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes(title))
  if (byTitle.length > 0) return parts(byTitle, title)
  throw new Refused(`No test file has “${title}” in its path, and no test in its title.`)
}
