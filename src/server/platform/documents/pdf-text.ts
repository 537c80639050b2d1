// Lays out text for a page: chooses typefaces by character, measures lines and breaks them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Weight = 'regular' | 'bold'
/** A piece of text in one style. */
export type Span = {
  text: string
  bold?: boolean
  italic?: boolean
  strike?: boolean
  code?: boolean
  href?: string
}
/** A piece of text in one typeface, ready to be drawn. */
export type Run = Omit<Span, 'bold'> & { face: string; width: number }
export type Line = { runs: Run[]; width: number }

export type Face = { name: string; weight: Weight; has: (codePoint: number) => boolean }

const here = (file: string) => path.join(import.meta.dirname, 'fonts', file)
/** The built-in typefaces in the order in which they are tried: the brand's, then one that covers more scripts. */
export const HOUSE: { name: string; weight: Weight; file: string }[] = [
  { name: 'brand', weight: 'regular', file: here('geist-regular.ttf') },
  { name: 'brand-bold', weight: 'bold', file: here('geist-semibold.ttf') },
  { name: 'wide', weight: 'regular', file: here('noto-sans-regular.ttf') },
  { name: 'wide-bold', weight: 'bold', file: here('noto-sans-semibold.ttf') },
]
/** Lists the typefaces that the operator added, for scripts that the built-in ones do not cover. */
export function more(folder: string | undefined): { name: string; file: string }[] {
  if (!folder) return []
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .filter((name) => /\.(ttf|otf|woff)$/i.test(name))
    .sort()
    .map((name, i) => ({ name: `more-${i}`, file: path.join(folder, name) }))
}
/** Reads the file of a typeface. */
export const bytes = (file: string): Buffer => readFileSync(file)

// Control and formatting characters. In a document they could only hide something.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const isJoiner = (c: string) => c === '\u200c' || c === '\u200d'

/**
 * Returns a text that can be drawn: in composed form (NFC), without characters that change the direction or are
 * invisible. Keeps line ends when `lines`; otherwise they become spaces.
 */
export function settable(text: string, lines = false): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u0085|\u2028|\u2029/g, '\n')
    .normalize('NFC')
    .replace(INVISIBLE, (c, at: number, all: string) => {
      if (c === '\n') return lines ? c : ' '
      if (c === '\t') return ' '
      // In Devanagari, joiners are part of the spelling.
      if (isJoiner(c) && /\p{Script=Devanagari}/u.test(all.slice(at - 2, at))) return c
      return ''
    })
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Returns the words of a line in drawing order, left to right: each run of right-to-left words is reversed. */
export function inSight<T extends { text: string }>(words: T[]): T[] {
  const out: T[] = []
  for (let i = 0; i < words.length; ) {
    let end = i
    while (end < words.length && RIGHT_TO_LEFT.test((words[end] as T).text)) end++
    if (end > i) {
      out.push(...words.slice(i, end).reverse())
      i = end
    } else out.push(words[i++] as T)
  }
  return out
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const clustersOf = (text: string) => Array.from(graphemes.segment(text), (s) => s.segment)
const numberOf = (c: string) => (c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/** Breaks spans into lines. `widthOf` measures a text in a face. */
export class Setter {
  readonly #faces: Face[]
  readonly #widthOf: (face: string, size: number, text: string) => number
  readonly #choice = new Map<string, { face: string; text: string }[]>()
  /** True when no face has a character and its Unicode number was written instead. */
  lacks = false
  constructor(faces: Face[], widthOf: (face: string, size: number, text: string) => number) {
    this.#faces = faces
    this.#widthOf = widthOf
  }

  /** Returns all faces, those of the wanted weight first. */
  #ordered(weight: Weight): Face[] {
    return [...this.#faces.filter((f) => f.weight === weight), ...this.#faces.filter((f) => f.weight !== weight)]
  }
  #faceFor(text: string, weight: Weight): Face | undefined {
    const points = Array.from(text, (c) => c.codePointAt(0) ?? 0)
    return this.#ordered(weight).find((face) => points.every((p) => face.has(p)))
  }
  /**
   * Splits a word into as few faces as possible. A character that no face has is replaced with its compatible or
   * unaccented form, or with its Unicode number.
   */
  #facesOf(word: string, weight: Weight): { face: string; text: string }[] {
    const key = `${weight} ${word}`
    const known = this.#choice.get(key)
    if (known) return known
    const one = this.#faceFor(word, weight)
    const out: { face: string; text: string }[] = []
    const add = (face: string, text: string) => {
      const last = out.at(-1)
      if (last?.face === face) last.text += text
      else out.push({ face, text })
    }
    if (one) add(one.name, word)
    else
      for (const cluster of clustersOf(word)) {
        const plain = [cluster, cluster.normalize('NFKC'), cluster.normalize('NFKD').replace(/\p{M}/gu, '')]
        const found = plain
          .map((text) => ({ text, face: text === '' ? undefined : this.#faceFor(text, weight) }))
          .find(({ face }) => face)
        if (found?.face) add(found.face.name, found.text)
        else {
          this.lacks = true
          const name = (this.#ordered(weight)[0] as Face).name
          add(name, Array.from(cluster, (c) => `[U+${numberOf(c)}]`).join(''))
        }
      }
    this.#choice.set(key, out)
    return out
  }

  #measure(face: string, size: number, text: string): number {
    return this.#widthOf(face, size, text)
  }

  /** Returns the width of a text on one line, in points. */
  width(text: string, size: number, weight: Weight = 'regular'): number {
    let sum = 0
    for (const { face, text: part } of this.#facesOf(settable(text), weight)) sum += this.#measure(face, size, part)
    return sum
  }

  /** Breaks spans into lines no wider than `width`. Keeps line ends of the text; cuts words that are too long. */
  lines(spans: Span[], size: number, width: number): Line[] {
    const lines: Line[] = []
    let words: Run[] = []
    let used = 0
    const end = () => {
      // Trailing spaces do not count toward the width of a line.
      const last = words.at(-1)
      if (last) {
        const trimmed = last.text.trimEnd()
        if (trimmed !== last.text) {
          last.text = trimmed
          last.width = this.#measure(last.face, size, trimmed)
        }
      }
      const runs = merged(inSight(words).filter((r) => r.text !== ''))
      for (const run of runs) run.width = this.#measure(run.face, size, run.text)
      lines.push({ runs, width: runs.reduce((sum, r) => sum + r.width, 0) })
      words = []
      used = 0
    }
    const place = (parts: Run[]) => {
      for (const part of parts) {
        words.push(part)
        used += part.width
      }
    }
    for (const { bold, ...look } of spans) {
      const weight: Weight = bold ? 'bold' : 'regular'
      const pieces = settable(look.text, true).split('\n')
      pieces.forEach((piece, i) => {
        if (i > 0) end()
        for (const word of piece.match(/\S+\s*|\s+/g) ?? []) {
          const parts = this.#facesOf(word, weight).map(
            (p): Run => ({ ...look, ...p, width: this.#measure(p.face, size, p.text) }),
          )
          const wide = parts.reduce((sum, p) => sum + p.width, 0)
          const bare = wide - this.#measure(parts.at(-1)?.face ?? '', size, trailing(word))
          if (used + bare <= width) {
            place(parts)
            continue
          }
          if (used > 0) end()
          if (bare <= width) {
            place(parts)
            continue
          }
          for (const part of parts)
            for (const cluster of clustersOf(part.text)) {
              const one = this.#measure(part.face, size, cluster)
              if (used > 0 && used + one > width) end()
              place([{ ...part, text: cluster, width: one }])
            }
        }
      })
    }
    if (words.length > 0 || lines.length === 0) end()
    return lines
  }
}

const trailing = (word: string) => /\s*$/.exec(word)?.[0] ?? ''

/** Merges neighboring runs of the same style, so that search and copy in the PDF find words instead of letters. */
function merged(runs: Run[]): Run[] {
  const out: Run[] = []
  for (const run of runs) {
    const last = out.at(-1)
    if (
      last &&
      last.face === run.face &&
      last.href === run.href &&
      last.italic === run.italic &&
      last.strike === run.strike &&
      last.code === run.code &&
      !RIGHT_TO_LEFT.test(last.text + run.text)
    )
      last.text += run.text
    else out.push({ ...run })
  }
  return out
}
