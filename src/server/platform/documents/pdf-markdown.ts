// Converts Markdown into parts for a page: no raw HTML and no images. Links lead to the web, to mail or into the
// portal.

import { plainMarkdown } from '../mail/plain-markdown.ts'
import type { Span } from './pdf-text.ts'

export type Part =
  | { is: 'heading'; rank: number; spans: Span[] }
  | { is: 'paragraph'; spans: Span[] }
  | { is: 'items'; items: { mark: string; parts: Part[] }[] }
  | { is: 'quote'; parts: Part[] }
  | { is: 'code'; text: string }
  | { is: 'rule' }
  | { is: 'grid'; ends: boolean[]; head: Span[][]; rows: Span[][][] }

type Element = { tag: string; attributes: string; children: Node[] }
type Node = string | Element

const VOID = new Set(['br', 'hr', 'input'])
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const decoded = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (e) => entities[e] ?? e)

/** Parses the output of micromark only: it is well formed, and every `<` of the text itself is an entity. */
function read(html: string): Node[] {
  const root: Element = { tag: '', attributes: '', children: [] }
  const open = [root]
  for (const [all, slash, tag, attributes] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g)) {
    const inner = open.at(-1) as Element
    if (tag === undefined) inner.children.push(decoded(all))
    else if (slash) {
      if (open.length > 1) open.pop()
    } else {
      const element: Element = { tag, attributes: attributes ?? '', children: [] }
      inner.children.push(element)
      if (!VOID.has(tag)) open.push(element)
    }
  }
  return root.children
}

const attribute = ({ attributes }: Element, name: string) => {
  const found = new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
  return found === undefined ? undefined : decoded(found)
}
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre', 'hr', 'table'])
const textOf = (node: Node): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''))

function address(href: string | undefined, base: string): string | undefined {
  if (!href) return undefined
  const to = href.startsWith('/') && !href.startsWith('//') ? `${base}${href}` : href
  return /^(?:https?:\/\/|mailto:)/i.test(to) && URL.canParse(to) ? to : undefined
}

function spansOf(nodes: Node[], base: string, look: Omit<Span, 'text'> = {}): Span[] {
  return nodes.flatMap((node): Span[] => {
    if (typeof node === 'string') return [{ ...look, text: node }]
    if (node.tag === 'br') return [{ ...look, text: '\n' }]
    if (node.tag === 'input') return [{ ...look, text: /checked/.test(node.attributes) ? '[x]' : '[ ]' }]
    const inner = { ...look }
    if (node.tag === 'strong') inner.bold = true
    if (node.tag === 'em') inner.italic = true
    if (node.tag === 'del') inner.strike = true
    if (node.tag === 'code') inner.code = true
    if (node.tag === 'a') {
      const href = address(attribute(node, 'href'), base)
      if (href) inner.href = href
    }
    return spansOf(node.children, base, inner)
  })
}

/** Returns spans of inline text. A `<br>` and the line end after it count as one line break. */
function running(nodes: Node[], base: string, look: Omit<Span, 'text'> = {}): Span[] {
  const spans = spansOf(nodes, base, look)
  const joined: Span[] = []
  for (const span of spans) {
    const before = joined.at(-1)?.text
    const text = before?.endsWith('\n') ? span.text.replace(/^\n/, '') : span.text
    if (text !== '') joined.push({ ...span, text })
  }
  const first = joined[0]
  if (first) first.text = first.text.trimStart()
  const last = joined.at(-1)
  if (last) last.text = last.text.trimEnd()
  return joined.filter((s) => s.text !== '')
}

const isBlank = (node: Node) => typeof node === 'string' && node.trim() === ''

function item(node: Element, base: string): Part[] {
  // A tight list item contains inline text directly, and possibly a nested list.
  const out: Part[] = []
  let inline: Node[] = []
  const flush = () => {
    const spans = running(inline, base)
    if (spans.length > 0) out.push({ is: 'paragraph', spans })
    inline = []
  }
  for (const child of node.children) {
    if (typeof child !== 'string' && BLOCKS.has(child.tag)) {
      flush()
      out.push(...partsOf([child], base))
    } else inline.push(child)
  }
  flush()
  return out
}

/** A table with more columns than this does not fit on a page: it is shown as text, one line per row. */
const COLUMNS_MAX = 40

function grid(table: Element, base: string): Part {
  const rows = table.children.flatMap((part) =>
    typeof part === 'string' ? [] : part.children.filter((row) => typeof row !== 'string'),
  ) as Element[]
  const cells = (row: Element) => row.children.filter((cell) => typeof cell !== 'string') as Element[]
  const [head, ...body] = rows
  const heads = head ? cells(head) : []
  if (heads.length > COLUMNS_MAX)
    return {
      is: 'paragraph',
      spans: [{ text: rows.map((row) => cells(row).map(textOf).join(' | ').trimEnd()).join('\n') }],
    }
  return {
    is: 'grid',
    ends: heads.map((cell) => attribute(cell, 'align') === 'right'),
    head: heads.map((cell) => running(cell.children, base, { bold: true })),
    rows: body.map((row) => cells(row).map((cell) => running(cell.children, base))),
  }
}

function partsOf(nodes: Node[], base: string): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (typeof node === 'string') return isBlank(node) ? [] : [{ is: 'paragraph', spans: running([node], base) }]
    const { tag, children } = node
    if (/^h[1-6]$/.test(tag))
      return [{ is: 'heading', rank: Number(tag[1]), spans: running(children, base, { bold: true }) }]
    if (tag === 'p') return [{ is: 'paragraph', spans: running(children, base) }]
    if (tag === 'ul' || tag === 'ol') {
      const first = Number(attribute(node, 'start') ?? 1)
      const items = children.filter((c): c is Element => typeof c !== 'string' && c.tag === 'li')
      return [
        {
          is: 'items',
          items: items.map((li, i) => ({ mark: tag === 'ol' ? `${first + i}.` : '•', parts: item(li, base) })),
        },
      ]
    }
    if (tag === 'blockquote') return [{ is: 'quote', parts: partsOf(children, base) }]
    if (tag === 'pre') return [{ is: 'code', text: textOf(node).replace(/\n$/, '') }]
    if (tag === 'hr') return [{ is: 'rule' }]
    if (tag === 'table') return [grid(node, base)]
    return [{ is: 'paragraph', spans: running([node], base) }]
  })
}

/** Returns the parts of a Markdown text. Links that are paths are resolved against `base`. */
export const partsOfMarkdown = (text: string, base: string): Part[] => partsOf(read(plainMarkdown(text)), base)
