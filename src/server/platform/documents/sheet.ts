// The content of a document as plain data: modules describe it, and the code that draws it depends on no module. The
// same description gives the same bytes.
import { createHash } from 'node:crypto'

export type Tone = 'good' | 'warn' | 'bad' | 'muted'
/** A part of a document, from top to bottom. Texts are plain text except where noted. */
export type Block =
  | { is: 'heading'; text: string }
  /** `title`: the title of the table that follows. It stays on the same page as the start of that table. */
  | { is: 'text'; text: string; tone?: 'muted'; title?: true }
  /** Small labels above their values, side by side. `dense`: many of them in little space. */
  | { is: 'facts'; dense?: true; items: { label: string; value: string }[] }
  /** The same with several lines: the sender and the recipient. */
  | { is: 'parties'; items: { label: string; lines: string[] }[] }
  /** Label on the left, value on the right. `exact`: small type with digits of equal width, for hashes and the like. */
  | { is: 'list'; dense?: true; items: { label: string; value: string; exact?: boolean }[] }
  | {
      is: 'table'
      /** Less space between rows, for many rows of figures. */
      dense?: true
      columns: { title: string /** Share of the width. */; share: number; end?: boolean }[]
      /** `detail` appears in small type below the first cell. */
      rows: { cells: string[]; detail?: string }[]
    }
  | { is: 'totals'; items: { label: string; value: string; strong?: boolean }[] }
  | { is: 'link'; label: string; href: string }
  /** GitHub Flavored Markdown without HTML and images. */
  | { is: 'markdown'; text: string }
  /** A page break. */
  | { is: 'page' }

export type Sheet = {
  /** The kind of document: "Invoice". */
  title: string
  number: string
  /** Appears below the title. */
  name?: string
  stamp?: { text: string; detail?: string; tone: Tone }
  blocks: Block[]
  /** A file that is attached to the PDF unchanged. */
  attached?: { name: string; type: string; text: string }
  /**
   * The issuer, with the address for questions. `logo` appears before the name instead of the provider's logo: a PNG or
   * JPEG in base64. Null: the name alone.
   */
  from: { name: string; email: string; logo?: string | null }
  /** The address against which paths in Markdown links are resolved. */
  base: string
  /** The creation date in the metadata: the time of the state that the document shows. ISO 8601. */
  at: string
  subject: string
}

/** Increase this when the layout changes, so that documents are made again. */
const LAYOUT = 2

/**
 * Returns the SHA-256 of a document's description in hex. It differs when the document's content or the layout differs.
 */
export const contentOf = (sheet: Sheet): string =>
  createHash('sha256')
    .update(JSON.stringify([LAYOUT, sheet]))
    .digest('hex')
