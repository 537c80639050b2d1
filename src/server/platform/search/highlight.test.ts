import { expect, test } from 'vitest'
import { piecesOf, snippetOf, wantedIn, wantedOf } from './highlight.ts'

const marked = (pieces: { text: string; hit: boolean }[] | null) =>
  pieces?.map((p) => (p.hit ? `[${p.text}]` : p.text)).join('')

test('the words of a query are parsed', () => {
  expect(wantedOf(`'licens' & ( 'sync':* | 'syncs' ) & 'o''neil'`)).toEqual([
    { word: 'licens', open: false },
    { word: 'sync', open: true },
    { word: 'syncs', open: false },
    { word: "o'neil", open: false },
  ])
})

test('words are marked from beginning to end, ignoring accents and case', () => {
  const of = (text: string, typed: string) => marked(piecesOf(text, wantedIn(typed)))
  expect(of('Müller & Söhne', 'muller sohn')).toBe('[Müller] & [Söhne]')
  expect(of('Resync the SYNC', 'sync')).toBe('Resync the [SYNC]')
  expect(of('a.b+c', '.*')).toBe('a.b+c')
  expect(of('', 'x')).toBe('')
  expect(marked(piecesOf('licensing the licensed', [{ word: 'licens', open: false }]))).toBe(
    '[licensing] the [licensed]',
  )
})

test('pieces always join to their text', () => {
  for (const text of ['<b>bold</b>', 'a\u0301b', '𝕏😀', '\u0000\u202e', '[x](javascript:alert(1))'])
    for (const typed of ['b', 'x', 'a', '😀', '(((', '\\', ''])
      expect(
        piecesOf(text, wantedIn(typed))
          .map((p) => p.text)
          .join(''),
      ).toBe(text)
})

test('an excerpt is a line of plain text around the first match', () => {
  const long = `${'before '.repeat(40)}**needle** and [a link](https://x.example) ${'after '.repeat(80)}`
  const text = marked(snippetOf(long, wantedIn('needle'), { before: false, after: false }))
  expect(text).toMatch(/^… before before before \[needle\] and a link after/)
  expect(text?.length).toBeLessThan(260)
  expect(text).toMatch(/after …$/)
  expect(snippetOf('nothing here', wantedIn('needle'), { before: false, after: false })).toBeNull()
})
