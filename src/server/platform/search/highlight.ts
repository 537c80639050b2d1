// Marks search terms in texts. The result is a list of pieces instead of markup, so that no text can imitate a mark.
import type { z } from 'zod'
import { foldText } from '../../../contract/plain/fold-text.ts'
import type { Piece } from '../../../contract/search.ts'

type Pieces = z.infer<typeof Piece>[]

/** A search term; `open` when more letters may follow. */
export type Wanted = { word: string; open: boolean }

/** Letters that are equal without accents. Search treats them as equal, and so must the marks. */
const SAME: Record<string, string> = {
  a: 'aàáâãäåāăą',
  c: 'cçćč',
  d: 'dďđð',
  e: 'eèéêëēėęě',
  g: 'gğģ',
  i: 'iìíîïīįı',
  k: 'kķ',
  l: 'lĺľļł',
  n: 'nñńňņ',
  o: 'oòóôõöōőø',
  r: 'rřŕ',
  s: 'sśšşș',
  t: 'tťțţ',
  u: 'uùúûüūůűų',
  y: 'yýÿ',
  z: 'zźżž',
}
/** Pairs of letters that are also written as one. */
const ONE_LETTER: Record<string, string> = { ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' }
const SIGNS = /[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]/

const escaped = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
const letterOf = (letter: string) => (SAME[letter] ? `[${SAME[letter]}]` : escaped(letter))
/**
 * Returns a regular expression for a word in the form of `foldText`, which ignores accents. It works in both Postgres
 * and JavaScript.
 */
export const patternOf = (word: string): string =>
  (word.match(/ss|ae|oe|th|./gsu) ?? [])
    .map((part) => (ONE_LETTER[part] ? `(?:${[...part].map(letterOf).join('')}|${ONE_LETTER[part]})` : letterOf(part)))
    .join('')

/** Returns the words of a `tsquery` text such as `'licens':* & 'six'`. */
export const wantedOf = (query: string): Wanted[] =>
  [...query.matchAll(/'((?:[^']|'')+)'(:\*)?/g)].map((m) => ({
    word: (m[1] as string).replaceAll("''", "'").replaceAll('\\\\', '\\'),
    open: m[2] !== undefined,
  }))

/** Returns the words of a typed text to mark in names, at most 12. */
export const wantedIn = (typed: string): Wanted[] =>
  foldText(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 12)
    .map((word) => ({ word: word.slice(0, 60), open: true }))

/** Returns a text in pieces, with the search terms marked. Words are marked to their end. */
export function piecesOf(text: string, wanted: readonly Wanted[]): Pieces {
  if (wanted.length === 0) return text === '' ? [] : [{ text, hit: false }]
  const longest = wanted.toSorted((a, b) => b.word.length - a.word.length)
  const one = ({ word, open }: Wanted) =>
    SIGNS.test(word)
      ? patternOf(word)
      : // It is a stem or a complete word: a short ending may follow.
        `(?<![\\p{L}\\p{N}])${patternOf(word)}[\\p{L}\\p{N}\\p{M}]{0,${open ? 60 : 4}}(?![\\p{L}\\p{N}])`
  const pattern = new RegExp(longest.map(one).join('|'), 'giu')
  const pieces: Pieces = []
  const add = (part: string, hit: boolean) => {
    const last = pieces.at(-1)
    if (part === '') return
    if (last?.hit === hit) last.text += part
    else pieces.push({ text: part, hit })
  }
  let at = 0
  for (const m of text.matchAll(pattern)) {
    add(text.slice(at, m.index), false)
    add(m[0], true)
    at = m.index + m[0].length
  }
  add(text.slice(at), false)
  return pieces
}

const AROUND = 24
const LENGTH = 220

/** Returns Markdown as one line of plain text. */
const plain = (markdown: string) =>
  markdown
    // The label must not contain brackets, so that many unclosed ones take linear time.
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`#>~|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns an excerpt of a text around the first search term, in pieces. Null when no term is in the text. */
export function snippetOf(
  markdown: string,
  wanted: readonly Wanted[],
  cut: { before: boolean; after: boolean },
): Pieces | null {
  const text = plain(markdown)
  const pieces = piecesOf(text, wanted)
  const first = pieces.findIndex((p) => p.hit)
  if (first < 0) return null
  const at = pieces.slice(0, first).reduce((n, p) => n + p.text.length, 0)
  // Start and end between words.
  let from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1
  if (from === 0 && at > AROUND) from = at - AROUND
  if (from > at) from = at
  let to = Math.min(text.length, from + LENGTH)
  if (to < text.length) to = Math.max(text.lastIndexOf(' ', to), at + 1)
  const shown = piecesOf(text.slice(from, to).trim(), wanted)
  if (from > 0 || cut.before) shown.unshift({ text: '… ', hit: false })
  if (to < text.length || cut.after) shown.push({ text: ' …', hit: false })
  return shown
}
