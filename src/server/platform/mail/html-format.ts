// How the elements of an HTML mail become text with marks of its structure.
import type { FormatCallback, FormatOptions, SelectorDefinition } from 'html-to-text'
import { CELL, CODE, END, ITEM, indentOf, LINK, QUOTE, ROW, RULE, TO } from './mail-markup.ts'

/** The part of an element that is read here. */
type Element = {
  type: string
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: Element[]
  parent?: Element | null
  prev?: Element | null
}
type Builder = Parameters<FormatCallback>[2]

const styleOf = (e: Element) => (e.attribs?.style ?? '').slice(0, 2_000)
/** Maximum number of elements below one with text of size 0 that are checked for a size of their own. */
const INSIDE_MAX = 8

/** Returns whether the first elements within one set a size of text. */
function setsSize(element: Element): boolean {
  const queue = [...(element.children ?? []).slice(0, INSIDE_MAX)]
  for (let seen = 0; seen < INSIDE_MAX && queue.length > 0; seen++) {
    const next = queue.shift() as Element
    if (/font(?:-size)?\s*:/i.test(styleOf(next)) || next.name === 'font' || next.name === 'table') return true
    queue.push(...(next.children ?? []).slice(0, INSIDE_MAX))
  }
  return false
}

/** Returns whether a mail program does not show an element, such as the preview text at the top of a newsletter. */
function isHidden(element: Element): boolean {
  if (element.attribs?.hidden !== undefined && element.name !== 'body') return true
  const style = styleOf(element)
  if (style === '' || element.name === 'body') return false
  if (/(?:^|[;\s])display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden/i.test(style)) return true
  if (/(?:^|[;\s])max-height\s*:\s*0(?:px|pt|em)?\s*(?:;|!|$)/i.test(style)) return true
  return /(?:^|[;\s])font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)/i.test(style) && !setsSize(element)
}

/** Returns a formatter that leaves out hidden elements. */
const unlessHidden =
  (format: FormatCallback): FormatCallback =>
  (element, walk, builder, options) => {
    if (!isHidden(element as Element)) format(element, walk, builder, options)
  }
const breaks = (lines: number): FormatCallback =>
  unlessHidden((element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: lines })
    walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: lines })
  })

const inline: FormatCallback = unlessHidden((element, walk, builder) => walk(element.children ?? [], builder))
const withoutEnds = (text: string) => text.replace(/^\n+|\n+$/g, '')
const prefixed =
  (before: string) =>
  (text: string): string =>
    withoutEnds(text)
      .split('\n')
      .map((line) => before + line)
      .join('\n')

const quote: FormatCallback = unlessHidden((element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform: prefixed(`${QUOTE} `) })
})

const code: FormatCallback = unlessHidden((element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2, isPre: true })
  walk(element.children, builder)
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => (text.trim() === '' ? text : prefixed(CODE)(text)),
  })
})

const rule: FormatCallback = (_, __, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(`${RULE}---`, { noWordTransform: true })
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const isList = (e: Element | null | undefined) => e?.name === 'ul' || e?.name === 'ol'
const list: FormatCallback = unlessHidden((given, walk, builder) => {
  const element = given as Element
  const lines = element.parent?.name === 'li' || isList(element.parent) ? 1 : 2
  let number = Number.parseInt(element.attribs?.start ?? '1', 10)
  if (!(number >= 0 && number < 1_000_000)) number = 1
  builder.openBlock({ leadingLineBreaks: lines })
  for (const child of element.children ?? []) {
    if (child.type === 'text' && /^\s*$/.test(child.data ?? '')) continue
    const item = child.name === 'li'
    if (item && isHidden(child)) continue
    const sign = item ? (element.name === 'ol' ? `${number++}. ` : '- ') : '  '
    // Some programs put a list into a list without an item.
    const first = item ? `${ITEM}${sign}` : isList(child) ? indentOf(2) : ''
    const rest = item || isList(child) ? indentOf(sign.length) : ''
    builder.openBlock({ leadingLineBreaks: 1 })
    walk((item ? (child.children ?? []) : [child]) as never[], builder)
    builder.closeBlock({
      trailingLineBreaks: 1,
      blockTransform: (text) =>
        withoutEnds(text)
          .split('\n')
          .map((line, i) => (i === 0 ? first + line : line === '' ? '' : rest + line))
          .join('\n'),
    })
  }
  builder.closeBlock({ trailingLineBreaks: lines })
})

const link: FormatCallback = unlessHidden((element, walk, builder) => {
  const href = ((element as Element).attribs?.href ?? '').replace(/\s+/g, ' ').trim()
  if (href === '' || href.startsWith('#')) return walk(element.children, builder)
  // Links beside each other are separate words. A long word takes quadratic time.
  if ((element as Element).prev?.name === 'a') builder.addInline(' ')
  builder.addInline(LINK, { noWordTransform: true })
  walk(element.children, builder)
  builder.addInline(`${TO}${href.replace(/ /g, '%20')}${END}`, { noWordTransform: true })
})

/** Returns the name of an inline picture, by its address: `cid:image001.png@01DB`. */
const pictureName = (element: Element): string => {
  const { src = '', alt = '' } = element.attribs ?? {}
  const id = src.slice(4, 204).split('@')[0] ?? ''
  return /^[\w ()+.-]{1,80}\.[a-z\d]{2,4}$/i.test(id)
    ? id
    : alt
        .replace(/[[\]\s]+/g, ' ')
        .trim()
        .slice(0, 80) || 'image'
}
const picture: FormatCallback = unlessHidden((given, _, builder) => {
  const { src = '', width = '', height = '' } = (given as Element).attribs ?? {}
  const tiny = [width, height].some((size) => /^[012](?:px)?$/.test(size.trim()))
  if (/^cid:/i.test(src) && !tiny) builder.addInline(`[${pictureName(given as Element)}]`, { noWordTransform: true })
})

const COLUMNS_MAX = 12
const CELL_MAX = 300
const BLOCKS = /^(?:table|ul|ol|pre|blockquote|hr|h[1-6])$/

/** Returns how many characters of text an element has. Returns undefined if it has blocks, or more than a cell has. */
function inlineLength(element: Element): number | undefined {
  let sum = 0
  let paragraphs = 0
  const stack = [element]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.name && BLOCKS.test(next.name)) return undefined
    if ((next.name === 'p' || next.name === 'div' || next.name === 'br') && ++paragraphs > 8) return undefined
    sum += next.type === 'text' ? (next.data ?? '').trim().length : 1
    if (sum > CELL_MAX) return undefined
    for (const child of next.children ?? []) stack.push(child)
  }
  return sum
}

/** Returns the rows of a table of data. Returns undefined if the table only arranges what is in it. */
function rowsOf(table: Element): Element[][] | undefined {
  if (/^(?:presentation|none)$/i.test(table.attribs?.role ?? '')) return undefined
  const rows: Element[][] = []
  const parts = (table.children ?? []).flatMap((c) =>
    /^(?:thead|tbody|tfoot|center)$/.test(c.name ?? '') ? (c.children ?? []) : [c],
  )
  for (const part of parts) {
    if (part.type === 'text' && (part.data ?? '').trim() !== '') return undefined
    if (part.name !== undefined && !/^(?:tr|caption|colgroup|col)$/.test(part.name)) return undefined
    if (part.name === 'caption' || (part.name === 'tr' && isHidden(part))) return undefined
    if (part.name !== 'tr') continue
    const others = (part.children ?? []).filter((c) => c.type === 'text' && (c.data ?? '').trim() !== '')
    const cells = (part.children ?? []).filter((c) => c.name !== undefined)
    if (others.length > 0 || cells.length > COLUMNS_MAX || cells.some((c) => !/^t[dh]$/.test(c.name ?? '')))
      return undefined
    if (cells.some((c) => inlineLength(c) === undefined)) return undefined
    rows.push(cells)
  }
  return rows.filter((cells) => cells.length >= 2).length >= 2 ? rows : undefined
}

const spanOf = (value: unknown) => Math.min(Math.max(Number(value) || 1, 1), COLUMNS_MAX)
type Cell = { colspan?: number; rowspan?: number; text?: string }

/** Writes the rows of a table as lines, with empty cells for what other cells cover. */
function gridOf(rows: Cell[][]): string {
  const covered: number[] = []
  return rows
    .map((row) => {
      const cells: string[] = []
      const fill = () => {
        while ((covered[cells.length] ?? 0) > 0) {
          covered[cells.length] = (covered[cells.length] ?? 0) - 1
          cells.push('')
        }
      }
      for (const { colspan, rowspan, text = '' } of row) {
        fill()
        for (let n = 0; n < spanOf(colspan); n++) {
          covered[cells.length] = spanOf(rowspan) - 1
          cells.push(n === 0 ? text.replace(/\s*\n\s*/g, ' ').trim() : '')
        }
      }
      fill()
      return cells
    })
    .flatMap((cells) => (cells.every((c) => c === '') ? [] : [ROW + cells.join(CELL)]))
    .join('\n')
}

/** The functions of the builder for tables, which its types declare in another shape. */
type Tables = {
  openTable(): void
  openTableRow(): void
  openTableCell(options: object): void
  closeTableCell(options: { colspan: number; rowspan: number }): void
  closeTableRow(): void
  closeTable(options: { tableToString: (rows: Cell[][]) => string }): void
}

const table: FormatCallback = unlessHidden((element, walk, given) => {
  const rows = rowsOf(element as Element)
  if (!rows) return breaks(1)(element, walk, given, {} as FormatOptions)
  const builder = given as unknown as Tables
  builder.openTable()
  for (const cells of rows) {
    builder.openTableRow()
    for (const cell of cells) {
      builder.openTableCell({})
      if (!isHidden(cell)) walk((cell.children ?? []) as never[], given)
      builder.closeTableCell({ colspan: spanOf(cell.attribs?.colspan), rowspan: spanOf(cell.attribs?.rowspan) })
    }
    builder.closeTableRow()
  }
  builder.closeTable({ tableToString: gridOf })
})

/** A cell outside of a table of data: separated from the cells beside it. */
const cell: FormatCallback = unlessHidden((element, walk, builder: Builder) => {
  builder.addInline(' ')
  walk(element.children, builder)
  builder.addInline(' ')
})

/** The formatters by name. */
export const formatters: Record<string, FormatCallback> = {
  inline,
  code,
  quote,
  rule,
  list,
  link,
  picture,
  table,
  cell,
  line: breaks(1),
  paragraph: breaks(2),
}

const BY_NAME: Record<string, string> = {
  '*': 'inline',
  a: 'link',
  img: 'picture',
  hr: 'rule',
  pre: 'code',
  blockquote: 'quote',
  ul: 'list',
  ol: 'list',
  table: 'table',
  tr: 'line',
  td: 'cell',
  th: 'cell',
}
for (const name of 'address article aside body center dd details dir div dl dt figure footer form header legend li main nav section summary caption'.split(
  ' ',
))
  BY_NAME[name] = 'line'
for (const name of 'p h1 h2 h3 h4 h5 h6'.split(' ')) BY_NAME[name] = 'paragraph'

for (const name of ['fieldset', 'figcaption']) BY_NAME[name] = 'line'

/** The formatter of each kind of element. */
export const selectors: SelectorDefinition[] = [
  ...Object.entries(BY_NAME).map(([selector, format]) => ({ selector, format })),
  { selector: 'title', format: 'skip' },
]
