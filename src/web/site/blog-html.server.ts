import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { BLOG } from './blog-file.ts'

// An address in a quoted attack must not become a link.
const unlinked = { disable: { null: ['wwwAutolink', 'protocolAutolink', 'emailAutolink'] } }
const markdown = (text: string) => micromark(text, { extensions: [gfm(), unlinked], htmlExtensions: [gfmHtml()] })

/** A heading that can be linked to. */
export type Heading = { id: string; title: string }

const bare = (html: string) => html.replace(/<[^>]+>/g, '')
const idOf = (html: string) =>
  bare(html)
    .toLowerCase()
    .replace(/&\w+;|[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')

// Micromark writes `<`, `>` and `"` of the text as entities, so what the expressions below find is its own markup.

const languages: Record<string, { name: string; comment?: string }> = {
  sql: { name: 'SQL', comment: '--[^\\n]*' },
  js: { name: 'JavaScript', comment: '\\/\\*[\\s\\S]*?\\*\\/|(?<![:\\w])\\/\\/[^\\n]*' },
  powershell: { name: 'PowerShell', comment: '&lt;#[\\s\\S]*?#&gt;|#[^\\n]*' },
  json: { name: 'JSON' },
}
const string = "&quot;(?:(?!&quot;)[^\\n])*&quot;|'[^'\\n]*'|`[^`]*`"

/** Comments and strings apart from the rest: enough color to find one's way, and no library for it. */
function code(_: string, info: string | undefined, text: string): string {
  const language = languages[info ?? '']
  if (!language) return `<pre tabindex="0" role="group" aria-label="Example"><code>${text}</code></pre>`
  const { name, comment } = language
  const parts = new RegExp(`(${comment ?? '$^'})|(?:${string})(:?)`, 'g')
  const colored = text.replace(parts, (part, note?: string, colon?: string) =>
    // A name before a colon is a key, not a value.
    colon ? part : `<span class="${note ? 'c' : 's'}">${part}</span>`,
  )
  return `<pre tabindex="0" role="group" aria-label="${name} example"><code>${colored}</code></pre>`
}

/** On a phone the rows become blocks: each cell says its column then, and the roles outlive the change of display. */
function table(html: string): string {
  const columns = [...html.matchAll(/<th(?: [^>]*)?>([\s\S]*?)<\/th>/g)].map(([, title]) => bare(title as string))
  const head = `<thead role="rowgroup"><tr role="row">${columns.map((title) => (title ? `<th role="columnheader">${title}</th>` : '<td role="cell"></td>')).join('')}</tr></thead>`
  const body = html
    .slice(html.indexOf('<tbody>') + 7, html.indexOf('</tbody>'))
    .replace(/<tr>([\s\S]*?)<\/tr>/g, (_, row) => {
      let at = -1
      const cells = (row as string).replace(/\s*<td[^>]*>([\s\S]*?)<\/td>/g, (_, cell) => {
        at++
        return at === 0
          ? `<th role="rowheader" scope="row">${cell}</th>`
          : `<td role="cell" data-column="${columns[at]}">${cell}</td>`
      })
      return `<tr role="row">${cells.trim()}</tr>`
    })
  return `<table role="table">${head}<tbody role="rowgroup">${body.trim()}</tbody></table>`
}

/** An article's text as it stands on its page. */
export function articleHtml(text: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const html = markdown(text)
    .replace(/<h2>([\s\S]*?)<\/h2>/g, (_, title: string) => {
      const id = idOf(title)
      headings.push({ id, title: bare(title) })
      return `<h2 id="${id}">${title}</h2>`
    })
    .replace(/<table>[\s\S]*?<\/table>/g, table)
    .replace(/<pre><code(?: class="language-(\w+)")?>([\s\S]*?)<\/code><\/pre>/g, code)
    .replaceAll('href="./', `href="${BLOG}/`)
  return { html, headings }
}

/** The same text for a feed: plain markup, and addresses that work anywhere. */
export const feedHtml = (text: string, origin: string) =>
  markdown(text).replaceAll('href="./', `href="${origin}${BLOG}/`).replaceAll('href="/', `href="${origin}/`)
