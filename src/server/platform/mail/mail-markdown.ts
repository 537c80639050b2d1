// Converts Markdown into HTML for mail programs: no raw HTML, no images, inline styles.
import { plainMarkdown } from './plain-markdown.ts'

const CODE = 'font-family:Consolas,Menlo,monospace;font-size:13px'
const STYLES: Record<string, string> = {
  p: 'margin:0 0 12px',
  h1: 'margin:0 0 12px;font-size:17px;line-height:24px',
  h2: 'margin:0 0 12px;font-size:17px;line-height:24px',
  h3: 'margin:0 0 12px;font-size:15px;line-height:24px',
  h4: 'margin:0 0 12px;font-size:15px;line-height:24px',
  h5: 'margin:0 0 12px;font-size:15px;line-height:24px',
  h6: 'margin:0 0 12px;font-size:15px;line-height:24px',
  ul: 'margin:0 0 12px;padding-left:24px',
  ol: 'margin:0 0 12px;padding-left:24px',
  li: 'margin:0 0 4px',
  blockquote: 'margin:0 0 12px;padding-left:12px;border-left:3px solid #9aa5b1',
  pre: `margin:0 0 12px;padding:10px 12px;white-space:pre-wrap;border:1px solid #9aa5b1;border-radius:6px;${CODE}`,
  code: CODE,
  table: 'margin:0 0 12px;border-collapse:collapse',
  th: 'padding:4px 10px;border:1px solid #9aa5b1;text-align:left',
  td: 'padding:4px 10px;border:1px solid #9aa5b1',
  hr: 'border:0;border-top:1px solid #9aa5b1;margin:16px 0',
}

/** Returns a Markdown text as HTML for a mail. Keeps links to the web, to mail addresses and into the portal only. */
export function markdownHtml(text: string, publicUrl: string): string {
  // Micromark writes `<`, `>` and `"` of the text as entities, so anything matched here is its own markup.
  const made = plainMarkdown(text)
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : // Keep line breaks as people typed them.
          part.replace(/([^>\n]|<\/(?:a|em|strong|code|del)>)\n(?=[^<\n]|<(?:a|em|strong|code|del)\b)/g, '$1<br />\n'),
    )
    .join('')
  return made
    .replace(/ class="[^"]*"/g, '')
    .replace(/<input type="checkbox" disabled=""( checked="")? \/>/g, (_, checked?: string) => (checked ? '☑' : '☐'))
    .replace(/<a href="([^"]*)"/g, (_, href: string) => {
      const to = href.startsWith('/') && !href.startsWith('//') ? `${publicUrl}${href}` : href
      return /^(?:https?:\/\/|mailto:)/i.test(to) ? `<a class="link" style="color:inherit" href="${to}"` : '<a'
    })
    .replace(
      /<(p|h[1-6]|ul|ol|li|blockquote|pre|code|table|th|td|hr)\b/g,
      (_, tag: string) => `<${tag} style="${STYLES[tag]}"`,
    )
}
