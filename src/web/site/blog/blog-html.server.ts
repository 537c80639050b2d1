import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { BLOG } from './blog-file.ts'

// Addresses in quoted phishing examples must not become links.
const unlinked = { disable: { null: ['wwwAutolink', 'protocolAutolink', 'emailAutolink'] } }
const markdown = (text: string) => micromark(text, { extensions: [gfm(), unlinked], htmlExtensions: [gfmHtml()] })

/** A heading with an anchor. */
export type Heading = { id: string; title: string }

const bare = (html: string) => html.replace(/<[^>]+>/g, '')
const idOf = (html: string) =>
  bare(html)
    .toLowerCase()
    .replace(/&\w+;|[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')

// Micromark escapes `<`, `>` and `"` in text, so these expressions only match its own markup.

const languages: Record<string, { name: string; comment?: string }> = {
  sql: { name: 'SQL', comment: '--[^\\n]*' },
  js: { name: 'JavaScript', comment: '\\/\\*[\\s\\S]*?\\*\\/|(?<![:\\w])\\/\\/[^\\n]*' },
  powershell: { name: 'PowerShell', comment: '&lt;#[\\s\\S]*?#&gt;|#[^\\n]*' },
  json: { name: 'JSON' },
}
const string = "&quot;(?:(?!&quot;)[^\\n])*&quot;|'[^'\\n]*'|`[^`]*`"

/** Highlights comments and strings only, which needs no library. */
function code(_: string, info: string | undefined, text: string): string {
  const language = languages[info ?? '']
  if (!language) return `<pre tabindex="0" role="group" aria-label="Example"><code>${text}</code></pre>`
  const { name, comment } = language
  const parts = new RegExp(`(${comment ?? '$^'})|(?:${string})(:?)`, 'g')
  const colored = text.replace(parts, (part, note?: string, colon?: string) =>
    // A string before a colon is a key, not a value.
    colon ? part : `<span class="${note ? 'c' : 's'}">${part}</span>`,
  )
  return `<pre tabindex="0" role="group" aria-label="${name} example"><code>${colored}</code></pre>`
}

/**
 * On phones, table rows become blocks and each cell shows its column. The ARIA roles keep the table semantics, which
 * the change of `display` removes.
 */
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

/** Renders an article for its page, with the headings for its table of contents. */
export function renderArticle(text: string): { html: string; headings: Heading[] } {
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

/** Renders an article for a feed: plain markup and absolute addresses. */
export const renderFeedArticle = (text: string, origin: string) =>
  markdown(text).replaceAll('href="./', `href="${origin}${BLOG}/`).replaceAll('href="/', `href="${origin}/`)
