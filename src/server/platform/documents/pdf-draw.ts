// Draws a sheet as a PDF. Every line is laid out here instead of by pdfkit, so that nothing runs over an edge and the
// same sheet gives the same bytes. Letter paper; sizes in points.
import PDFDocument from 'pdfkit'
import { type Loaded, loadFaces } from './more-faces.ts'
import { type EmbeddedFont, keepTextOfGlyphs } from './pdf-font.ts'
import { type Part, partsOfMarkdown } from './pdf-markdown.ts'
import {
  BOX,
  BUILT_IN_FACES,
  type Face,
  type Line,
  listExtraFonts,
  type Missing,
  readFont,
  Setter,
  type Span,
} from './pdf-text.ts'
import type { Block, Sheet, Tone } from './sheet.ts'

const PAGE = { width: 612, height: 792 }
const MARGIN = { top: 54, side: 56, bottom: 64 }
const WIDTH = PAGE.width - 2 * MARGIN.side
const FLOOR = PAGE.height - MARGIN.bottom
const BODY = 10
const SMALL = 8.5
/** Line height as a multiple of the font size. */
const LEADING = 1.45

const INK = '#12161c'
const MUTED = '#59636f'
const HAIR = '#d9dee4'
const FAINT = '#f3f5f7'
const ACCENT = '#0f766e'
const TONES: Record<Tone, string> = { good: '#15803d', warn: '#a16207', bad: '#be123c', muted: MUTED }

// The logo of src/web/ui/logo.tsx.
const LOGO = ['M3.25 20V4.25L12 13l8.75-8.75V20', 'M6.6 13a5.4 5.4 0 0 0 10.8 0']

type Box = { x: number; width: number }
type Look = { size?: number; color?: string; end?: boolean; tabular?: boolean; start?: boolean }

class Drawer {
  readonly #doc: PDFKit.PDFDocument
  readonly #sheet: Sheet
  readonly #set: Setter
  #y = MARGIN.top
  /** Width that the stamp takes on the right of the first lines. */
  #stamped = 0
  /** Draws what is repeated at the top of the next page: the column titles of a table. */
  #again: (() => void) | undefined

  constructor(sheet: Sheet, folder: string | undefined, loaded: Loaded[]) {
    this.#sheet = sheet
    const at = new Date(sheet.at)
    this.#doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      font: null as never,
      lang: 'en-US',
      displayTitle: true,
      pdfVersion: '1.7',
      info: {
        Title: `${sheet.title} ${sheet.number}`,
        Author: sheet.from.name,
        Subject: sheet.subject,
        Creator: sheet.from.name,
        Producer: sheet.from.name,
        CreationDate: at,
        ModDate: at,
      },
    })
    const faces: Face[] = BUILT_IN_FACES.map(({ name, weight, file }) => this.#face(name, weight, file))
    for (const { name, file } of listExtraFonts(folder)) faces.push(this.#face(name, 'regular', file))
    for (const face of loaded) {
      this.#register(face.name, face.bytes)
      faces.push({ ...face, has: (point) => face.points.has(point) })
    }
    const widths = new Map<string, number>()
    this.#set = new Setter(faces, (face, size, text) => {
      const key = `${face} ${text}`
      let one = widths.get(key)
      if (one === undefined) {
        one = text === '' ? 0 : this.#doc.font(face).fontSize(1000).widthOfString(text) / 1000
        widths.set(key, one)
      }
      return one * size
    })
  }

  #register(name: string, file: Buffer): EmbeddedFont {
    this.#doc.registerFont(name, file)
    const font = (this.#doc.font(name) as unknown as { _font: EmbeddedFont })._font
    keepTextOfGlyphs(font)
    return font
  }
  /** Returns a typeface whose file is read when a text first needs it. */
  #face(name: string, weight: Face['weight'], file: string): Face {
    let known: EmbeddedFont | undefined
    return {
      name,
      weight,
      has: (point) => {
        known ??= this.#register(name, readFont(file))
        return known.font.hasGlyphForCodePoint(point)
      },
    }
  }

  // ---- pages ----
  #turn() {
    this.#doc.addPage()
    this.#y = MARGIN.top
    const { title, number, from } = this.#sheet
    this.#line(
      this.#set.lines([{ text: from.name }], SMALL, WIDTH / 2)[0],
      { x: MARGIN.side, width: WIDTH / 2 },
      { size: SMALL, color: MUTED },
    )
    this.#y -= SMALL * LEADING
    this.#line(
      this.#set.lines([{ text: `${title} ${number}` }], SMALL, WIDTH / 2)[0],
      { x: MARGIN.side + WIDTH / 2, width: WIDTH / 2 },
      { size: SMALL, color: MUTED, end: true },
    )
    this.#y += 6
    this.#rule(HAIR)
    this.#y += 16
    this.#again?.()
  }
  /** Starts a new page if `height` does not fit on this one. */
  #need(height: number) {
    if (this.#y + height > FLOOR) this.#turn()
  }
  #rule(color: string, { x, width }: Box = { x: MARGIN.side, width: WIDTH }) {
    this.#doc
      .moveTo(x, this.#y)
      .lineTo(x + width, this.#y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke()
  }

  // ---- text ----
  /** Draws one line and moves below it. */
  #line(line: Line | undefined, { x, width }: Box, { size = BODY, color = INK, end, tabular }: Look = {}) {
    const doc = this.#doc
    const height = size * LEADING
    const base = this.#y + height / 2 + size * 0.36
    const features: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern']
    const wide = (run: Line['runs'][number]) =>
      tabular ? doc.font(run.face).fontSize(size).widthOfString(run.text, { features }) : run.width
    let at = end && line ? x + width - line.runs.reduce((sum, run) => sum + wide(run), 0) : x
    for (const run of line?.runs ?? []) {
      const paint = run.href ? ACCENT : color
      if (run.code) doc.rect(at - 1, this.#y + 1.5, run.width + 2, height - 3).fill(FAINT)
      doc.font(run.face).fontSize(size).fillColor(paint)
      doc.text(run.text, at, base, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(run.italic ? { oblique: 10 } : {}),
        ...(tabular ? { features } : {}),
      } as PDFKit.Mixins.TextOptions)
      if (run.href) {
        doc
          .moveTo(at, base + 1.8)
          .lineTo(at + run.width, base + 1.8)
          .lineWidth(0.5)
          .strokeColor(ACCENT)
          .stroke()
        doc.link(at, this.#y, run.width, height, run.href)
      }
      if (run.strike)
        doc
          .moveTo(at, base - size * 0.28)
          .lineTo(at + run.width, base - size * 0.28)
          .lineWidth(0.6)
          .strokeColor(paint)
          .stroke()
      at += wide(run)
    }
    this.#y += height
  }
  /** Draws lines, continuing on further pages. Keeps the first two lines together, and the last two. */
  #lines(lines: Line[], box: Box, look: Look = {}, running = false) {
    const height = (look.size ?? BODY) * LEADING
    lines.forEach((line, i) => {
      const together = i === 0 || i === lines.length - 2 ? Math.min(2, lines.length - i) : 1
      this.#need(height * together)
      this.#line(line, box, running && line.rightToLeft && !look.start ? { ...look, end: true } : look)
    })
  }
  /** Draws running text. A paragraph in a right-to-left script begins at the right edge. */
  #text(spans: Span[], box: Box, look: Look = {}) {
    this.#lines(this.#set.lines(spans, look.size ?? BODY, box.width), box, look, true)
  }

  // ---- head ----
  /** Draws the provider's logo. Returns the width that it takes. */
  #mark(): number {
    const doc = this.#doc
    doc
      .save()
      .translate(MARGIN.side - 3, MARGIN.top - 5)
      .scale(1.2)
    for (const path of LOGO) doc.path(path).lineWidth(1.75).lineCap('round').lineJoin('round').strokeColor(INK).stroke()
    doc.circle(12, 13, 2.3).fill(ACCENT)
    doc.restore()
    return 32
  }
  /** Draws a custom logo at the height of ours. Returns the width that it takes; 0 for an image that cannot be read. */
  #picture(base64: string): number {
    const most = { width: 96, height: 28 }
    try {
      const doc = this.#doc as PDFKit.PDFDocument & { openImage(src: Buffer): { width: number; height: number } }
      const image = doc.openImage(Buffer.from(base64, 'base64'))
      const scale = Math.min(most.width / image.width, most.height / image.height)
      const height = image.height * scale
      doc.image(image as never, MARGIN.side, MARGIN.top + 8 - height / 2, { width: image.width * scale, height })
      return image.width * scale + 10
    } catch {
      return 0
    }
  }
  #letterhead() {
    const { title, number, name, from, stamp } = this.#sheet
    const taken = from.logo === undefined ? this.#mark() : from.logo === null ? 0 : this.#picture(from.logo)
    this.#y = MARGIN.top
    this.#line(
      this.#set.lines([{ text: from.name, bold: true }], 12, WIDTH / 2 - taken)[0],
      { x: MARGIN.side + taken, width: 0 },
      { size: 12 },
    )
    const right = { x: MARGIN.side + WIDTH / 2, width: WIDTH / 2 }
    this.#y = MARGIN.top - 6
    this.#line(this.#set.lines([{ text: title, bold: true }], 20, right.width)[0], right, { size: 20, end: true })
    this.#line(this.#set.lines([{ text: number }], 11, right.width)[0], right, { size: 11, color: MUTED, end: true })
    this.#y += 16
    this.#doc.rect(MARGIN.side, this.#y, WIDTH, 1.5).fill(ACCENT)
    this.#y += 20
    const side = stamp ? 170 : 0
    const top = this.#y
    if (name) this.#text([{ text: name, bold: true }], { x: MARGIN.side, width: WIDTH - side }, { size: 16 })
    const below = this.#y
    if (stamp) {
      this.#y = top
      this.#stamp(stamp)
      if (name) this.#y = Math.max(below, this.#y) + 10
      else this.#y = top
    } else if (name) this.#y = below + 10
  }
  #stamp({ text, detail, tone }: NonNullable<Sheet['stamp']>) {
    const doc = this.#doc
    const color = TONES[tone]
    const word = this.#set.lines([{ text: text.toUpperCase(), bold: true }], 13, 150)[0] as Line
    const small = detail ? (this.#set.lines([{ text: detail }], SMALL, 150)[0] as Line) : undefined
    const width = Math.max(word.width, small?.width ?? 0) + 24
    const height = 26 + (small ? SMALL * LEADING : 0)
    const box = { x: MARGIN.side + WIDTH - width, width }
    if (!this.#sheet.name) this.#stamped = width + 20
    doc.roundedRect(box.x, this.#y, width, height, 4).lineWidth(1.25).strokeColor(color).stroke()
    const inner = (line: Line) => ({ x: box.x + (width - line.width) / 2, width: line.width })
    const top = this.#y
    this.#y = top + 4
    this.#line(word, inner(word), { size: 13, color })
    if (small) {
      this.#y -= 1
      this.#line(small, inner(small), { size: SMALL, color })
    }
    this.#y = top + height
  }

  // ---- blocks ----
  #facts(items: { label: string; value: string }[], dense = false) {
    const across = Math.min(items.length, dense ? 5 : 4)
    const gap = dense ? 10 : 16
    const size = dense ? 9 : BODY
    const width = (WIDTH - this.#stamped - gap * (across - 1)) / across
    this.#stamped = 0
    for (let i = 0; i < items.length; i += across) {
      const row = items.slice(i, i + across).map(({ label, value }) => ({
        label: this.#set.lines([{ text: label }], SMALL, width),
        value: this.#set.lines([{ text: value || '—' }], size, width),
      }))
      const height = Math.max(...row.map((r) => r.label.length * SMALL * LEADING + r.value.length * size * LEADING))
      this.#need(height)
      const top = this.#y
      row.forEach(({ label, value }, n) => {
        this.#y = top
        const box = { x: MARGIN.side + n * (width + gap), width }
        for (const line of label) this.#line(line, box, { size: SMALL, color: MUTED })
        for (const line of value) this.#line(line, box, { size })
      })
      this.#y = top + height + (dense ? 7 : 12)
    }
    this.#y += 4
  }
  #parties(items: { label: string; lines: string[] }[]) {
    const gap = 24
    const width = (WIDTH - gap * (items.length - 1)) / items.length
    const cells = items.map(({ label, lines }) => ({
      label,
      lines: lines.flatMap((text, i) => this.#set.lines([{ text, bold: i === 0 }], BODY, width)),
    }))
    this.#need((Math.max(...cells.map((c) => c.lines.length)) + 1) * BODY * LEADING)
    const top = this.#y
    let below = top
    cells.forEach(({ label, lines }, n) => {
      this.#y = top
      const box = { x: MARGIN.side + n * (width + gap), width }
      this.#line(this.#set.lines([{ text: label }], SMALL, width)[0], box, { size: SMALL, color: MUTED })
      this.#y += 2
      lines.forEach((line, i) => {
        this.#line(line, box, { color: i === 0 ? INK : MUTED })
      })
      below = Math.max(below, this.#y)
    })
    this.#y = below + 20
  }
  #list(items: { label: string; value: string; exact?: boolean }[], dense = false) {
    const body = dense ? SMALL : BODY
    const pad = dense ? 1.5 : 5
    const names = dense ? 112 : 150
    const left = { x: MARGIN.side, width: names }
    const right = { x: MARGIN.side + names + 12, width: WIDTH - names - 12 }
    for (const { label, value, exact } of items) {
      const size = exact ? 9 : body
      const labelLines = this.#set.lines([{ text: label }], body, left.width)
      const lines = this.#set.lines([{ text: value || '—' }], size, right.width)
      this.#need(Math.max(labelLines.length * body, Math.min(lines.length, 3) * size) * LEADING + 2 * pad)
      this.#y += pad
      const top = this.#y
      for (const line of labelLines) this.#line(line, left, { size: body, color: MUTED })
      const below = this.#y
      const page = this.#doc.bufferedPageRange().count
      this.#y = top
      this.#lines(lines, right, { size, tabular: exact ?? false })
      if (page === this.#doc.bufferedPageRange().count) this.#y = Math.max(this.#y, below)
      this.#y += pad
      this.#rule(HAIR)
    }
    this.#y += 14
  }

  #table(
    columns: { title: Span[]; width: number; end?: boolean }[],
    rows: { cells: Span[][]; detail?: string }[],
    { size, box, lined, dense = false }: { size: number; box: Box; lined: boolean; dense?: boolean },
  ) {
    const pad = 6
    const air = dense ? 2.5 : 6
    const height = size * LEADING
    const boxes = columns.map((c, i) => {
      const x = box.x + columns.slice(0, i).reduce((sum, b) => sum + b.width, 0)
      // A table without borders lines up with the margins of the page.
      const first = i === 0 && !lined ? 0 : pad
      const last = i === columns.length - 1 && !lined ? 0 : pad
      return { x: x + first, width: Math.max(c.width - first - last, 4) }
    })
    const at = (i: number) => boxes[i] as Box
    const head = columns.map((c, i) => this.#set.lines(c.title, lined ? size : SMALL, at(i).width))
    const headHeight = Math.max(1, ...head.map((lines) => lines.length)) * (lined ? height : SMALL * LEADING)
    const drawHead = () => {
      const top = this.#y
      if (lined) this.#doc.rect(box.x, top, box.width, headHeight + 8).fill(FAINT)
      head.forEach((lines, i) => {
        this.#y = top + (lined ? 4 : 0)
        for (const line of lines)
          this.#line(line, at(i), {
            size: lined ? size : SMALL,
            color: lined ? INK : MUTED,
            end: columns[i]?.end ?? false,
          })
      })
      this.#y = top + headHeight + (lined ? 8 : 5)
      this.#rule(HAIR, box)
    }
    this.#need(headHeight + 2 * height + 20)
    drawHead()
    const before = this.#again
    this.#again = drawHead
    for (const { cells, detail } of rows) {
      const set = columns.map((_, i) => this.#set.lines(cells[i] ?? [], size, at(i).width))
      const small = detail ? this.#set.lines([{ text: detail }], SMALL, at(0).width) : []
      const most = Math.max(...set.map((lines) => lines.length))
      const tall = Math.max(most * height, (set[0]?.length ?? 0) * height + small.length * SMALL * LEADING) + 2 * air
      // Keep a row on one page, unless it is very tall.
      if (tall < (FLOOR - MARGIN.top) * 0.6) this.#need(tall)
      this.#y += air
      let top = this.#y
      for (let n = 0; n < most; n++) {
        if (top + height > FLOOR) {
          this.#turn()
          top = this.#y + 4
        }
        set.forEach((lines, i) => {
          if (!lines[n]) return
          this.#y = top
          this.#line(lines[n], at(i), { size, end: columns[i]?.end ?? false, tabular: columns[i]?.end ?? false })
        })
        top += height
        if (n === (set[0]?.length ?? 0) - 1)
          small.forEach((line, k) => {
            this.#y = top + k * SMALL * LEADING
            this.#line(line, at(0), { size: SMALL, color: MUTED })
          })
      }
      this.#y = Math.max(top, top + small.length * SMALL * LEADING - (most - (set[0]?.length ?? 0)) * height) + air
      this.#rule(HAIR, box)
    }
    this.#again = before
    this.#y += 12
  }

  #totals(items: { label: string; value: string; strong?: boolean }[]) {
    const width = 230
    const box = { x: MARGIN.side + WIDTH - width, width }
    this.#need(items.length * 22 + 8)
    for (const { label, value, strong } of items) {
      const size = strong ? 12 : BODY
      if (strong) {
        this.#y += 4
        this.#rule(INK, box)
        this.#y += 6
      }
      const top = this.#y
      this.#line(this.#set.lines([{ text: label, bold: strong ?? false }], size, width)[0], box, {
        size,
        color: strong ? INK : MUTED,
      })
      this.#y = top
      this.#line(this.#set.lines([{ text: value, bold: strong ?? false }], size, width)[0], box, {
        size,
        end: true,
        tabular: true,
      })
      this.#y += 3
    }
    this.#y += 18
  }

  // ---- Markdown ----
  #parts(parts: Part[], box: Box, look: Look = {}) {
    for (const part of parts) {
      if (part.is === 'heading') {
        const size = [15, 12.5, 11, 10, 10, 10][part.rank - 1] ?? BODY
        this.#need(size * LEADING + 3 * BODY * LEADING)
        this.#y += part.rank < 3 ? 8 : 4
        if (part.rank < 3) this.#doc.outline.addItem(part.spans.map((s) => s.text).join(''))
        this.#text(part.spans, box, { ...look, size })
        this.#y += 4
      } else if (part.is === 'paragraph') {
        this.#text(part.spans, box, look)
        this.#y += 7
      } else if (part.is === 'items') {
        const mark = Math.max(14, ...part.items.map((i) => this.#set.width(i.mark, BODY) + 6))
        const inner = { x: box.x + mark, width: Math.max(box.width - mark, 40) }
        for (const { mark: sign, parts: own } of part.items) {
          this.#need(BODY * LEADING)
          const top = this.#y
          const page = this.#doc.bufferedPageRange().count
          this.#line(this.#set.lines([{ text: sign }], BODY, mark)[0], { x: box.x, width: mark }, look)
          if (page === this.#doc.bufferedPageRange().count) this.#y = top
          // The text of an item starts beside the item's mark, in any script.
          this.#parts(own, inner, { ...look, start: true })
          // Items of one list are closer together than paragraphs.
          if (own.at(-1)?.is === 'paragraph') this.#y -= 4
          if (own.length === 0) this.#y += BODY * LEADING
        }
        this.#y += 5
      } else if (part.is === 'quote') {
        const top = this.#y
        const page = this.#doc.bufferedPageRange().count
        this.#parts(part.parts, { x: box.x + 14, width: Math.max(box.width - 14, 40) }, { ...look, color: MUTED })
        if (page === this.#doc.bufferedPageRange().count)
          this.#doc.rect(box.x + 2, top, 2, Math.max(this.#y - top - 7, 4)).fill(HAIR)
      } else if (part.is === 'code') {
        // Keep indentation in code.
        const text = part.text.replace(/^[ \t]+/gm, (s) => s.replace(/\t/g, '  ').replace(/ /g, '\u00a0'))
        const inner = { x: box.x + 8, width: box.width - 16 }
        const lines = this.#set.lines([{ text }], 9, inner.width)
        for (const line of lines) {
          this.#need(9 * LEADING)
          this.#doc.rect(box.x, this.#y, box.width, 9 * LEADING + 0.5).fill(FAINT)
          this.#line(line, inner, { size: 9 })
        }
        this.#y += 8
      } else if (part.is === 'rule') {
        this.#need(16)
        this.#y += 6
        this.#rule(HAIR, box)
        this.#y += 10
      } else {
        const widths = this.#shares(part, box.width)
        this.#y += 3
        this.#table(
          part.head.map((title, i) => ({ title, width: widths[i] ?? 0, end: part.ends[i] ?? false })),
          part.rows.map((cells) => ({ cells })),
          { size: 9, box, lined: true },
        )
      }
    }
  }
  /** Returns column widths in proportion to the square root of the longest text, so that no column gets too narrow. */
  #shares({ head, rows }: Extract<Part, { is: 'grid' }>, width: number): number[] {
    const text = (spans: Span[] | undefined) => (spans ?? []).map((s) => s.text).join('')
    const wants = head.map((title, i) => {
      const longest = Math.max(text(title).length, ...rows.slice(0, 50).map((row) => Math.min(text(row[i]).length, 60)))
      return Math.sqrt(Math.max(longest, 4))
    })
    const all = wants.reduce((sum, w) => sum + w, 0)
    return wants.map((w) => (w / all) * width)
  }

  #block(block: Block) {
    const box = { x: MARGIN.side, width: WIDTH }
    if (block.is === 'page') this.#turn()
    else if (block.is === 'heading') {
      this.#need(13 * LEADING + 3 * BODY * LEADING)
      this.#doc.outline.addItem(block.text)
      this.#text([{ text: block.text, bold: true }], box, { size: 13 })
      this.#y += 6
    } else if (block.is === 'text') {
      if (block.title) this.#need(9 * LEADING + 28 + (2 * SMALL + 3 * BODY) * LEADING)
      this.#text([{ text: block.text }], box, block.tone === 'muted' ? { color: MUTED, size: 9 } : {})
      this.#y += 8
    } else if (block.is === 'facts') this.#facts(block.items, block.dense)
    else if (block.is === 'parties') this.#parties(block.items)
    else if (block.is === 'list') this.#list(block.items, block.dense)
    else if (block.is === 'totals') this.#totals(block.items)
    else if (block.is === 'link') {
      this.#text([{ text: block.label, href: block.href }], box)
      this.#y += 8
    } else if (block.is === 'markdown') {
      this.#parts(partsOfMarkdown(block.text, this.#sheet.base), box)
      this.#y += 8
    } else
      this.#table(
        block.columns.map((c) => ({ title: [{ text: c.title }], width: c.share * WIDTH, end: c.end ?? false })),
        block.rows.map((r) => ({ ...r, cells: r.cells.map((text) => [{ text }]) })),
        { size: block.dense ? 9 : BODY, box, lined: false, dense: block.dense ?? false },
      )
  }

  #feet() {
    const { start, count } = this.#doc.bufferedPageRange()
    const { from } = this.#sheet
    for (let i = 0; i < count; i++) {
      this.#doc.switchToPage(start + i)
      this.#y = PAGE.height - 42
      const half = WIDTH / 2
      const senderLine = this.#set.lines([{ text: `${from.name} · ${from.email}` }], SMALL, half + 60)[0]
      const page = this.#set.lines([{ text: `Page ${i + 1} of ${count}` }], SMALL, half - 60)[0]
      this.#rule(HAIR)
      this.#y += 6
      this.#line(senderLine, { x: MARGIN.side, width: half }, { size: SMALL, color: MUTED })
      this.#y -= SMALL * LEADING
      this.#line(page, { x: MARGIN.side + half, width: half }, { size: SMALL, color: MUTED, end: true, tabular: true })
    }
  }

  /** Returns the words with characters that no face has. */
  missing(): Iterable<Missing> {
    return this.#set.missing.values()
  }

  compose(tell: (percent: number) => void) {
    this.#letterhead()
    const { blocks } = this.#sheet
    blocks.forEach((block, i) => {
      this.#block(block)
      tell(Math.round(((i + 1) / (blocks.length + 1)) * 100))
    })
    if (this.#set.lacks)
      this.#block({
        is: 'text',
        tone: 'muted',
        text: `${BOX} replaces a character that isn’t in this document’s fonts. The portal shows the original character.`,
      })
    this.#feet()
  }

  finish(): Promise<Buffer> {
    const chunks: Buffer[] = []
    const done = new Promise<Buffer>((ok, no) => {
      this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      this.#doc.once('end', () => ok(Buffer.concat(chunks)))
      this.#doc.once('error', no)
    })
    const { attached, at } = this.#sheet
    if (attached)
      this.#doc.file(Buffer.from(attached.text, 'utf8'), {
        name: attached.name,
        type: attached.type,
        creationDate: new Date(at),
        modifiedDate: new Date(at),
      })
    this.#doc.end()
    return done
  }
}

/**
 * Returns the PDF of a sheet. `folder` has additional typefaces; `tell` receives the progress in percent, which starts
 * again if the sheet needs more typefaces. Blocks the event loop while it draws, so call it in a process of its own.
 */
export async function drawDocument(
  sheet: Sheet,
  folder: string | undefined,
  tell: (percent: number) => void,
): Promise<Buffer> {
  const first = new Drawer(sheet, folder, [])
  first.compose(tell)
  const loaded = await loadFaces(first.missing())
  // Most documents need no more than the built-in typefaces.
  if (loaded.length === 0) return first.finish()
  const drawer = new Drawer(sheet, folder, loaded)
  drawer.compose(tell)
  return drawer.finish()
}
