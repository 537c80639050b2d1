// What a document says, as plain data: rooms describe it, the drawer knows no room. The same description gives the same bytes.
import { createHash } from 'node:crypto'

export type Tone = 'good' | 'warn' | 'bad' | 'muted'
/** A part of a page, from top to bottom. Texts are plain unless it says otherwise. */
export type Block =
  | { is: 'heading'; text: string }
  /** `title`: of the table that follows, and never left behind at the foot of a page. */
  | { is: 'text'; text: string; tone?: 'muted'; title?: true }
  /** Small label above its value, side by side. `dense`: many of them, in little room. */
  | { is: 'facts'; dense?: true; items: { label: string; value: string }[] }
  /** The same with several lines: who it is from, who it is for. */
  | { is: 'parties'; items: { label: string; lines: string[] }[] }
  /** Label on the left, value on the right; `exact` values are shown in full, whatever they are. */
  | { is: 'list'; dense?: true; items: { label: string; value: string; exact?: boolean }[] }
  | {
      is: 'table'
      /** Many rows of figures: they stand closer. */
      dense?: true
      columns: { title: string /** Share of the width. */; share: number; end?: boolean }[]
      /** `detail` stands small beneath the first cell. */
      rows: { cells: string[]; detail?: string }[]
    }
  | { is: 'totals'; items: { label: string; value: string; strong?: boolean }[] }
  | { is: 'link'; label: string; href: string }
  /** GitHub's Markdown without HTML and pictures. */
  | { is: 'markdown'; text: string }
  /** What follows begins on a page of its own. */
  | { is: 'page' }

export type Sheet = {
  /** What kind of paper it is: "Invoice". */
  title: string
  number: string
  /** Beneath the title. */
  name?: string
  stamp?: { text: string; detail?: string; tone: Tone }
  blocks: Block[]
  /** Goes into the file as it is. */
  attached?: { name: string; type: string; text: string }
  /**
   * Who gives it out; also says where to ask. `logo` stands before the name instead of the house's mark: a PNG or JPEG in
   * base64; null: the name alone.
   */
  from: { name: string; email: string; logo?: string | null }
  /** Where paths in Markdown lead. */
  base: string
  /** Written into the file as the day it was made: the day of the state that it shows. ISO. */
  at: string
  subject: string
}

/** Counts up when the drawing changes, so that documents are made anew. */
const LAYOUT = 1

/** What tells one state of a document from another: SHA-256 of the description, hex. */
export const contentOf = (sheet: Sheet): string =>
  createHash('sha256')
    .update(JSON.stringify([LAYOUT, sheet]))
    .digest('hex')
