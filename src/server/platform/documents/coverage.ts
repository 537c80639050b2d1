// Which characters the typefaces of PDFs have: the built-in ones, and those of packages that are read only when a text
// needs them. The table is read when a text first has a character beyond the common ones.
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

/** Ranges of code points as text: the gap to the range before and, after `+`, how many more follow; base 36. */
type Ranges = string
export type Coverage = {
  builtIn: Ranges
  sources: { name: string; version: string; files: Record<string, Ranges> }[]
}

export const COVERAGE_FILE = path.join(import.meta.dirname, 'fonts', 'coverage.json')

const variable = (script: string) => ({
  name: `@fontsource-variable/noto-sans-${script}`,
  folder: 'files',
  // The built-in typefaces have what these parts contain.
  files: /(?<!-(latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese|math|symbols))-wght-normal\.woff2$/,
})
/**
 * The packages with typefaces for other scripts, in the order in which they are tried. Han characters are drawn in
 * their Japanese form where there is one. `fonts-sc` has all others of the Basic Multilingual Plane, and `hk` further
 * ones.
 */
export const SOURCES: { name: string; folder: string; files: RegExp }[] = [
  variable('jp'),
  { name: '@embedpdf/fonts-sc', folder: 'fonts', files: /-Regular\.otf$/ },
  ...[
    'hk',
    'kr',
    'arabic',
    'hebrew',
    'thai',
    'lao',
    'khmer',
    'armenian',
    'georgian',
    'ethiopic',
    'cherokee',
    'canadian-aboriginal',
  ].map(variable),
  ...['bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam', 'sinhala'].map(variable),
  variable('thaana'),
  { ...variable(''), name: '@fontsource-variable/noto-emoji' },
  { name: '@fontsource/noto-sans-symbols-2', folder: 'files', files: /(?<!-latin|-latin-ext)-400-normal\.woff2$/ },
]

/** Returns the folder of an installed package. Throws an Error when it is not installed. */
export function packageFolder(name: string): string {
  const found = findPackageJSON(name, import.meta.url)
  if (!found) throw new Error(`The package ${name} is not installed.`)
  return path.dirname(found)
}

/** Returns code points as text, for `Coverage`. */
export function rangesOf(points: Iterable<number>): Ranges {
  const out: string[] = []
  const sorted = [...points].sort((a, b) => a - b)
  let before = 0
  for (let i = 0; i < sorted.length; ) {
    const from = sorted[i] as number
    let to = from
    while (sorted[++i] === to + 1) to++
    out.push((from - before).toString(36) + (to > from ? `+${(to - from).toString(36)}` : ''))
    before = to
  }
  return out.join(' ')
}

/** The start and the end of each range, in order. */
type Table = { from: Uint32Array; to: Uint32Array }
function tableOf(ranges: Ranges): Table {
  const list = ranges.split(' ').map((range) => range.split('+').map((n) => Number.parseInt(n, 36)))
  const from = new Uint32Array(list.length)
  const to = new Uint32Array(list.length)
  let before = 0
  list.forEach(([gap = 0, more = 0], i) => {
    from[i] = before + gap
    before = to[i] = before + gap + more
  })
  return { from, to }
}
function includes({ from, to }: Table, point: number): boolean {
  let low = 0
  let high = from.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((to[middle] as number) < point) low = middle + 1
    else high = middle
  }
  return low < from.length && (from[low] as number) <= point
}

/** A file with a part of a typeface. `family` is the package. */
export type FontFile = { family: string; file: string; has: (point: number) => boolean }
type Known = { builtIn: Table; files: FontFile[] }
let known: Known | undefined
function readCoverage(): Known {
  if (!known) {
    const { builtIn, sources } = JSON.parse(readFileSync(COVERAGE_FILE, 'utf8')) as Coverage
    known = {
      builtIn: tableOf(builtIn),
      files: sources.flatMap(({ name, files }) =>
        Object.entries(files).map(([file, ranges]): FontFile => {
          const table = tableOf(ranges)
          const last = table.to.at(-1) ?? 0
          return {
            family: name,
            file,
            has: (point) => point <= last && point >= (table.from[0] ?? 0) && includes(table, point),
          }
        }),
      ),
    }
  }
  return known
}

/** Returns whether the built-in typefaces have a character. */
export const isBuiltIn = (point: number): boolean => includes(readCoverage().builtIn, point)

/**
 * Returns the files that have the characters of a word which the built-in typefaces lack, with these characters: those
 * of the first family that has all of them, otherwise for each character those of the first family that has it.
 * Characters that no file has are left out.
 */
export function filesFor(word: string): Map<FontFile, Set<number>> {
  const { files } = readCoverage()
  const points = [...new Set(Array.from(word, (c) => c.codePointAt(0) as number))].filter((p) => !isBuiltIn(p))
  const found = points
    .map((point) => ({ point, files: files.filter((f) => f.has(point)) }))
    .filter((one) => one.files.length > 0)
  const whole = found[0]?.files.find((first) => found.every((one) => one.files.some((f) => f.family === first.family)))
  const out = new Map<FontFile, Set<number>>()
  for (const one of found) {
    const file = (whole && one.files.find((f) => f.family === whole.family)) ?? (one.files[0] as FontFile)
    out.set(file, (out.get(file) ?? new Set()).add(one.point))
  }
  return out
}
