// Which characters PDFs can show.
import { mkdtempSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COVERAGE_FILE, type Coverage, filesFor, packageFolder, rangesOf, SOURCES } from './coverage.ts'
import { findUnprintable } from './unprintable.ts'

const none = path.join(tmpdir(), 'no-such-folder')

test('the table is that of the installed packages: run `npm run font-coverage` when this fails', () => {
  const { sources } = JSON.parse(readFileSync(COVERAGE_FILE, 'utf8')) as Coverage
  const installed = SOURCES.map(({ name }) => {
    const { version } = JSON.parse(readFileSync(path.join(packageFolder(name), 'package.json'), 'utf8'))
    return [name, version]
  })
  expect(sources.map(({ name, version }) => [name, version])).toEqual(installed)
})

test('ranges keep the gap to the range before and their length', () =>
  expect(rangesOf([100, 36, 37, 38, 2])).toBe('2 y+2 1q'))

test('the characters of a word come from one typeface where one has all', () => {
  const families = (word: string) => new Set([...filesFor(word).keys()].map((file) => file.family))
  expect(families('Total 42')).toEqual(new Set())
  expect(families('東京支店')).toEqual(new Set(['@fontsource-variable/noto-sans-jp']))
  // The Japanese typeface lacks the first character, so it is not used.
  expect(families('东京公司')).toEqual(new Set(['@embedpdf/fonts-sc']))
  expect(families('شركة東')).toEqual(
    new Set(['@fontsource-variable/noto-sans-arabic', '@fontsource-variable/noto-sans-jp']),
  )
})

test.each([
  ['names in many scripts', '東京支店 شركة חברה 서울 ไทย Ελλάδα Київ 𠮷野家 नमस्ते Łódź', []],
  ['line ends, tabs, joiners and spaces', 'a\r\nb\tc می‌خواهم\u3000x\u2003y', []],
  ['full width and ligatures', 'ＡＢＣ ﬃ', []],
  ['emoji', '🚀 ✅ 👍🏽', []],
  ['private use', 'a\ue000b\ue000', ['\ue000']],
  ['unassigned', '\u0378', ['\u0378']],
  ['a script without a typeface', 'မြန်မာ', [...'မြန်ာ']],
  ['a rare Han character', '東𪚥', ['𪚥']],
])('finds what cannot be printed: %s', (_what, text, missing) => expect(findUnprintable(none)(text)).toEqual(missing))

test('a typeface that the operator added counts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fonts-'))
  // A private-use character that the built-in typeface has, but that must not be relied on.
  const sign = '\uf8ff'
  expect(findUnprintable(folder)(sign)).toEqual([sign])
  await cp(path.join(import.meta.dirname, 'fonts/geist-regular.ttf'), path.join(folder, 'added.ttf'))
  expect(findUnprintable(folder)(`${sign}\ue000`)).toEqual(['\ue000'])
})
