// Finds the characters of a text that PDFs cannot show.
import { createRequire } from 'node:module'
import { filesFor, isBuiltIn } from './coverage.ts'
import { listExtraFonts, readFont, toDrawableText } from './pdf-text.ts'

type Pdfkit = typeof import('pdfkit')
type Opened = { _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } } }

// Basic Latin, Latin-1, Greek and Cyrillic letters: texts of these need no table.
const COMMON = /^[\n\r\t -~\u00a0-\u00ac\u00ae-\u00ffА-яΑ-ΡΣ-ωά-ώ\u2010-\u201e\u2022\u2026€]*$/

/**
 * Returns a function that returns the different characters of a text for which PDFs show a box. `folder` has the
 * operator's typefaces.
 */
export function findUnprintable(folder: string): (text: string) => string[] {
  return (text) => {
    if (COMMON.test(text)) return []
    let opened: ((point: number) => boolean) | undefined
    const has = (c: string): boolean => {
      const point = c.codePointAt(0) as number
      if (isBuiltIn(point) || filesFor(c).size > 0) return true
      opened ??= added(folder)
      return opened(point)
    }
    const characters = new Set(toDrawableText(text).replace(/[\s\u200c\u200d]/gu, ''))
    return [...characters].filter((c) => {
      if (has(c)) return false
      // Try what the drawing uses instead: the compatible form, or the letter without its accents.
      const forms = [c.normalize('NFKC'), c.normalize('NFKD').replace(/\p{M}/gu, '')]
      return !forms.some((form) => form !== '' && form !== c && [...form].every(has))
    })
  }
}

/** Returns whether one of the operator's typefaces has a character. */
function added(folder: string): (point: number) => boolean {
  const files = listExtraFonts(folder)
  if (files.length === 0) return () => false
  // Loaded only here, because almost no text has such characters.
  const PDFDocument = createRequire(import.meta.url)('pdfkit') as Pdfkit
  const doc = new PDFDocument({ font: null as never })
  const fonts = files.map(({ file }) => (doc.font(readFont(file) as never) as unknown as Opened)._font.font)
  return (point) => fonts.some((font) => font.hasGlyphForCodePoint(point))
}
