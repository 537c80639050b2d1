// The order of text on a line: right-to-left scripts by the Unicode Bidirectional Algorithm.
import bidiFactory from 'bidi-js'

const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u
const RIGHT_TO_LEFT_LETTER = /(?=\p{L})[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u

/** Returns whether a text has characters that are written from right to left. */
const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)
/** Returns the direction in which the glyphs of a text of one level are set. */
export const directionOf = (text: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT_LETTER.test(text) ? 'rtl' : 'ltr')

let bidi: ReturnType<typeof bidiFactory> | undefined

/** A part of a paragraph in one style, from `at` on. */
type Piece = { text: string; at: number }
/** The order of a paragraph. `rightToLeft`: its first letter is of such a script. */
export type Order = {
  rightToLeft: boolean
  /** Returns the parts of a line from left to right, split where the direction changes. Each is drawn separately. */
  orderForDisplay<T extends Piece>(line: T[]): T[]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the order of a paragraph, or undefined when all of it is written from left to right. */
export function orderOf(paragraph: string): Order | undefined {
  if (!hasRightToLeft(paragraph)) return undefined
  bidi ??= bidiFactory()
  const { getMirroredCharacter, getReorderSegments } = bidi
  const all = bidi.getEmbeddingLevels(paragraph)
  const level = (i: number) => all.levels[i] ?? 0
  const drawn = (text: string): string[] => {
    const mirrored = Array.from(text, (c) => getMirroredCharacter(c) ?? c).join('')
    // The typeface sets a word from right to left only if it has a letter. The characters of other text are reversed
    // here.
    if (directionOf(text) === 'rtl') return (mirrored.match(/\S+\s*|\s+/g) ?? []).reverse()
    return [
      Array.from(graphemes.segment(mirrored), (s) => s.segment)
        .reverse()
        .join(''),
    ]
  }
  return {
    rightToLeft: all.paragraphs[0]?.level === 1,
    orderForDisplay<T extends Piece>(line: T[]): T[] {
      const first = line[0]
      const last = line.at(-1)
      if (!first || !last) return line
      const end = last.at + last.text.length
      const owner = new Map<number, T>()
      for (const piece of line) for (let i = 0; i < piece.text.length; i++) owner.set(piece.at + i, piece)
      const places = Array.from({ length: end - first.at }, (_, i) => first.at + i)
      for (const [from, to] of getReorderSegments(paragraph, all, first.at, end - 1) as [number, number][]) {
        const turned = places.slice(from - first.at, to - first.at + 1).reverse()
        places.splice(from - first.at, turned.length, ...turned)
      }
      const out: T[] = []
      for (let i = 0; i < places.length; ) {
        const at = places[i] as number
        const piece = owner.get(at)
        const goesOn = (next: number | undefined) =>
          next !== undefined && owner.get(next) === piece && level(next) === level(at)
        let to = i
        while (goesOn(places[to + 1])) to++
        if (piece) {
          const from = Math.min(at, places[to] as number)
          const text = paragraph.slice(from, from + to - i + 1)
          for (const part of level(at) % 2 === 1 ? drawn(text) : [text]) out.push({ ...piece, text: part, at: from })
        }
        i = to + 1
      }
      return out
    },
  }
}
