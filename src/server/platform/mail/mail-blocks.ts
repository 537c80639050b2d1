/**
 * An earlier message, quoted below the new one. `format: 'plain'`: show it as it was written. `asTyped`: the same, with
 * its links disabled.
 */
export type Earlier = { who: string; at: string; markdown: string; format?: 'plain'; asTyped?: boolean }
/**
 * A part of a mail: a paragraph, a list of names and values, the button, a line in small print, a Markdown text, a
 * plain text shown as it was written, a quotation of a person's plain text with its links disabled, a list of links
 * with a title, or earlier messages.
 */
export type Block =
  | string
  | { facts: [name: string, value: string][] }
  | { button: string; href: string }
  | { note: string }
  | { markdown: string }
  | { written: string }
  | { quoted: string }
  | { title: string; links: [label: string, href: string][] }
  | { earlier: Earlier[] }
