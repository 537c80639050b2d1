// Lays out text for a page: chooses typefaces by character, measures lines and breaks them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Order, orderOf } from './pdf-order.ts'

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
/** A line with its runs from left to right. `rightToLeft`: its paragraph begins at the right edge. */
export type Line = { runs: Run[]; width: number; rightToLeft?: boolean }

/** `family`: the package of a typeface that is not built in. One family is made of several files. */
export type Face = { name: string; weight: Weight; has: (codePoint: number) => boolean; family?: string }
/** A word with characters that none of the faces has. */
export type Missing = { word: string; weight: Weight }
/** Stands for a character that cannot be drawn. */
export const BOX = '□'

const fontPath = (file: string) => path.join(import.meta.dirname, 'fonts', file)
/** The built-in typefaces in the order in which they are tried: the brand's, then one that covers more scripts. */
export const BUILT_IN_FACES: { name: string; weight: Weight; file: string }[] = [
  { name: 'brand', weight: 'regular', file: fontPath('geist-regular.ttf') },
  { name: 'brand-bold', weight: 'bold', file: fontPath('geist-semibold.ttf') },
  { name: 'wide', weight: 'regular', file: fontPath('noto-sans-regular.ttf') },
  { name: 'wide-bold', weight: 'bold', file: fontPath('noto-sans-semibold.ttf') },
]
/**
 * Returns the typefaces that the operator added, by file name, for scripts that the built-in ones do not cover. None
 * without a folder.
 */
export function listExtraFonts(folder: string | undefined): { name: string; file: string }[] {
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
/** Returns the bytes of a typeface's file. */
export const readFont = (file: string): Buffer => readFileSync(file)

// Control and formatting characters. In a document they could only hide something.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const isJoiner = (c: string) => c === '\u200c' || c === '\u200d'
const JOINED =
  /[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]/u

/**
 * Returns a text that can be drawn: in composed form (NFC), without characters that change the direction or are
 * invisible. Keeps line ends when `lines`; otherwise they become spaces.
 */
export function toDrawableText(text: string, lines = false): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u0085|\u2028|\u2029/g, '\n')
    .normalize('NFC')
    .replace(INVISIBLE, (c, at: number, all: string) => {
      if (c === '\n') return lines ? c : ' '
      if (c === '\t') return ' '
      // In these scripts, joiners are part of the spelling.
      if (isJoiner(c) && JOINED.test(all.slice(Math.max(0, at - 2), at))) return c
      return ''
    })
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const clustersOf = (text: string) => Array.from(graphemes.segment(text), (s) => s.segment)

const words = new Intl.Segmenter('en', { granularity: 'word' })
// Scripts that put no space between words.
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}]/u
const OPENING = /^[\p{Ps}\p{Pi}]+$/u
/**
 * Returns the parts of a word between which a line may break, when it is of a script without spaces. Punctuation stays
 * with the text that it closes or opens.
 */
function breakable(word: string): string[] {
  if (!UNSPACED.test(word)) return [word]
  const out: string[] = []
  for (const { segment, isWordLike } of words.segment(word)) {
    const last = out.at(-1)
    if (last !== undefined && ((!isWordLike && !OPENING.test(segment)) || OPENING.test(last)))
      out[out.length - 1] += segment
    else out.push(segment)
  }
  return out
}

/** Breaks spans into lines. `widthOf` measures a text in a face. */
export class Setter {
  readonly #faces: Face[]
  readonly #widthOf: (face: string, size: number, text: string) => number
  readonly #choice = new Map<string, { face: string; text: string }[]>()
  /** True when no face has a character, and a box is in its place. */
  lacks = false
  /** The words with characters that no face has, for choosing more faces. */
  readonly missing = new Map<string, Missing>()
  constructor(faces: Face[], widthOf: (face: string, size: number, text: string) => number) {
    this.#faces = faces
    this.#widthOf = widthOf
  }

  /** Returns all faces, those of the wanted weight first. */
  #ordered(weight: Weight): Face[] {
    return [...this.#faces.filter((f) => f.weight === weight), ...this.#faces.filter((f) => f.weight !== weight)]
  }
  /** Returns the first face that has a text. `family`: of those that are not built in, only this one. */
  #faceFor(text: string, weight: Weight, family?: string): Face | undefined {
    const points = Array.from(text, (c) => (isJoiner(c) ? undefined : c.codePointAt(0)))
    return this.#ordered(weight).find(
      (face) =>
        (family === undefined || face.family === undefined || face.family === family) &&
        points.every((p) => p === undefined || face.has(p)),
    )
  }
  /**
   * Splits a word into as few faces as possible, and the characters that the built-in faces lack into one family if
   * one has all. A character that no face has is replaced with its compatible or unaccented form, or with a box.
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
    else {
      const clusters = clustersOf(word)
      const families = new Set(this.#faces.flatMap((f) => f.family ?? []))
      const family = [...families].find((name) => clusters.every((c) => this.#faceFor(c, weight, name)))
      for (const cluster of clusters) {
        const exact = this.#faceFor(cluster, weight, family)
        if (exact) add(exact.name, cluster)
        else {
          this.missing.set(key, { word, weight })
          const plain = [cluster.normalize('NFKC'), cluster.normalize('NFKD').replace(/\p{M}/gu, '')]
          const found = plain
            .map((text) => ({ text, face: text === '' ? undefined : this.#faceFor(text, weight) }))
            .find(({ face }) => face)
          if (!found) this.lacks = true
          add(found?.face?.name ?? this.#faceOfBox(weight), found?.text ?? BOX)
        }
      }
    }
    this.#choice.set(key, out)
    return out
  }
  #faceOfBox(weight: Weight): string {
    const face = this.#faceFor(BOX, weight)
    if (!face) this.missing.set(`${weight} ${BOX}`, { word: BOX, weight })
    return (face ?? (this.#ordered(weight)[0] as Face)).name
  }

  #measure(face: string, size: number, text: string): number {
    return this.#widthOf(face, size, text)
  }

  /** Returns the width of a text on one line, in points. */
  width(text: string, size: number, weight: Weight = 'regular'): number {
    let sum = 0
    for (const { face, text: part } of this.#facesOf(toDrawableText(text), weight))
      sum += this.#measure(face, size, part)
    return sum
  }

  /** Returns the paragraphs of spans: their words, each split by the typefaces that have its characters. */
  #paragraphs(spans: Span[]): Word[][] {
    const paragraphs: Word[][] = [[]]
    for (const { bold, ...look } of spans) {
      toDrawableText(look.text, true)
        .split('\n')
        .forEach((piece, i) => {
          if (i > 0) paragraphs.push([])
          for (const word of piece.match(/\S+\s*|\s+/g) ?? [])
            paragraphs.at(-1)?.push({ look, parts: this.#facesOf(word, bold ? 'bold' : 'regular') })
        })
    }
    return paragraphs
  }

  /** Breaks spans into lines no wider than `width`. Keeps line ends of the text; cuts words that are too long. */
  lines(spans: Span[], size: number, width: number): Line[] {
    return this.#paragraphs(spans).flatMap((paragraph) => this.#broken(paragraph, size, width))
  }
  #broken(paragraph: Word[], size: number, width: number): Line[] {
    const order = orderOf(paragraph.flatMap(({ parts }) => parts.map((p) => p.text)).join(''))
    const lines: Line[] = []
    let runs: Placed[] = []
    let used = 0
    let at = 0
    const end = () => {
      lines.push(this.#line(runs, size, order))
      runs = []
      used = 0
    }
    const place = (parts: Run[]) => {
      for (const part of parts) {
        runs.push({ ...part, at })
        used += part.width
        at += part.text.length
      }
    }
    for (const { look, parts } of paragraph) {
      const measured = parts.map((p): Run => ({ ...look, ...p, width: this.#measure(p.face, size, p.text) }))
      const word = parts.map((p) => p.text).join('')
      const wide = measured.reduce((sum, p) => sum + p.width, 0)
      const bare = wide - this.#measure(parts.at(-1)?.face ?? '', size, trailing(word))
      if (used + bare <= width) {
        place(measured)
        continue
      }
      const pieces = breakable(word)
      if (used > 0 && pieces.length === 1) end()
      if (bare <= width && pieces.length === 1) {
        place(measured)
        continue
      }
      let from = 0
      for (const piece of pieces) {
        const own = cut(measured, from, from + piece.length).map((p) => ({
          ...p,
          width: this.#measure(p.face, size, p.text),
        }))
        from += piece.length
        const full = own.reduce((sum, p) => sum + p.width, 0)
        if (used > 0 && used + full > width) end()
        if (full <= width) place(own)
        else
          for (const part of own)
            for (const cluster of clustersOf(part.text)) {
              const one = this.#measure(part.face, size, cluster)
              if (used > 0 && used + one > width) end()
              place([{ ...part, text: cluster, width: one }])
            }
      }
    }
    if (runs.length > 0 || lines.length === 0) end()
    return lines
  }
  #line(placed: Placed[], size: number, order: Order | undefined): Line {
    // Trailing spaces do not count toward the width of a line.
    const last = placed.at(-1)
    if (last) last.text = last.text.trimEnd()
    const whole = merged(placed.filter((r) => r.text !== ''))
    const runs = (order?.orderForDisplay(whole) ?? whole).map(
      ({ at: _, ...run }): Run => ({ ...run, width: this.#measure(run.face, size, run.text) }),
    )
    const width = runs.reduce((sum, r) => sum + r.width, 0)
    return order?.rightToLeft ? { runs, width, rightToLeft: true } : { runs, width }
  }
}

/** A word, split into parts by the typeface that has their characters. */
type Word = { look: Omit<Span, 'bold'>; parts: { face: string; text: string }[] }
/** A run with its place in the text of the paragraph. */
type Placed = Run & { at: number }

/** Returns the part of runs from one place in their text to another. */
function cut(runs: Run[], from: number, to: number): Run[] {
  let at = 0
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += run.text.length
    return text === '' ? [] : [{ ...run, text }]
  })
}

const trailing = (word: string) => /\s*$/.exec(word)?.[0] ?? ''

/** Merges neighboring runs of the same style, so that search and copy in the PDF find words instead of letters. */
function merged(runs: Placed[]): Placed[] {
  const out: Placed[] = []
  for (const run of runs) {
    const last = out.at(-1)
    if (
      last &&
      last.face === run.face &&
      last.href === run.href &&
      last.italic === run.italic &&
      last.strike === run.strike &&
      last.code === run.code
    )
      last.text += run.text
    else out.push({ ...run })
  }
  return out
}
