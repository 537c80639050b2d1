// Adjusts pdfkit's fonts: the direction in which glyphs are set, and the text that is read back from a PDF.
import { directionOf } from './pdf-order.ts'

type Glyph = { id: number; codePoints: number[]; advanceWidth: number }
type Run = { glyphs: Glyph[]; positions: unknown[] }
/** The part of pdfkit's internal font object that we use. */
export type EmbeddedFont = {
  font: {
    hasGlyphForCodePoint: (point: number) => boolean
    layout: (text: string, features?: unknown, script?: string, language?: string, direction?: string) => Run
    getGlyph: (id: number, codePoints?: number[]) => Glyph
  }
  subset: { glyphs: number[]; includeGlyph: (id: number) => number }
  unicode: number[][]
  widths: number[]
  scale: number
  layout: (text: string, features?: unknown) => Run
  encode: (text: string, features?: unknown) => [string[], unknown[]]
}

/**
 * Makes a font set each text in the direction of its letters, and write for each glyph the characters that it stands
 * for. pdfkit writes one text per glyph, but Arabic letters share glyphs and differ only in dots.
 */
export function keepTextOfGlyphs(embedded: EmbeddedFont): void {
  const { font, subset, unicode, widths } = embedded
  const layout = font.layout.bind(font)
  const getGlyph = font.getGlyph.bind(font)
  // One object is kept per glyph, with the characters of its first use.
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (String(glyph.codePoints) === String(codePoints)) return glyph
    return Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph
  }
  font.layout = (text, features) => layout(text, features, undefined, undefined, directionOf(text))
  const ids = new Map<string, number>()
  const idOf = ({ id, codePoints, advanceWidth }: Glyph): number => {
    const key = `${id} ${codePoints}`
    const known = ids.get(key)
    if (known !== undefined) return known
    let own = subset.includeGlyph(id)
    // Other characters already use this glyph: add the same outline again, under another number.
    if (unicode[own] !== undefined) own = subset.glyphs.push(id) - 1
    unicode[own] = codePoints
    widths[own] = advanceWidth * embedded.scale
    ids.set(key, own)
    return own
  }
  embedded.encode = (text, features) => {
    const { glyphs, positions } = embedded.layout(text, features)
    return [glyphs.map((glyph) => idOf(glyph).toString(16).padStart(4, '0')), positions]
  }
}
