import { cx } from '../cx'

const prose = [
  'min-w-0 [overflow-wrap:anywhere] [&>*:first-child]:mt-0 [&>*:last-child]:mb-0',
  '[&_p]:my-[0.75em] [&_[data-plain]]:whitespace-pre-wrap',
  '[&_:is(h1,h2,h3,h4,h5,h6)]:mt-[1.6em] [&_:is(h1,h2,h3,h4,h5,h6)]:mb-[0.5em] [&_:is(h1,h2,h3,h4,h5,h6)]:font-semibold [&_:is(h1,h2)]:text-[1.286em]/[1.35] [&_h3]:text-[1.143em]/[1.4]',
  '[&_a]:text-accent [&_a]:underline [&_a]:decoration-accent/40 [&_a]:underline-offset-3 hover:[&_a]:decoration-accent',
  '[&_:is(ul,ol)]:my-[0.75em] [&_:is(ul,ol)]:pl-[1.5em] [&_ul]:list-disc [&_ol]:list-decimal [&_li]:my-[0.25em] [&_li::marker]:text-muted [&_li:has(>input)]:-ml-[1.4em] [&_li:has(>input)]:list-none',
  '[&_blockquote]:my-[1em] [&_blockquote]:border-line [&_blockquote]:border-l-2 [&_blockquote]:pl-4 [&_blockquote]:text-muted',
  '[&_code]:rounded-[4px] [&_code]:bg-line/70 [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.9em]',
  '[&_pre]:my-[1em] [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:border [&_pre]:border-line [&_pre]:bg-ink [&_pre]:p-4 [&_pre]:[scrollbar-width:thin] [&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_pre_code]:[overflow-wrap:normal]',
  '[&_[data-scroll]]:my-[1em] [&_[data-scroll]]:overflow-x-auto [&_[data-scroll]]:rounded-md [&_[data-scroll]]:border [&_[data-scroll]]:border-line [&_table]:w-full [&_table]:border-collapse [&_table]:text-left [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-2 [&_:is(th,td)]:[overflow-wrap:normal] [&_th]:font-medium [&_th]:text-muted [&_tbody_td]:border-line [&_tbody_td]:border-t',
  '[&_hr]:my-[2em] [&_hr]:border-line [&_img]:my-[1em] [&_img]:rounded-md [&_strong]:font-semibold',
  '[&_[data-mention]]:rounded-[4px] [&_[data-mention]]:bg-accent/12 [&_[data-mention]]:px-1 [&_[data-mention]]:py-0.5 [&_[data-mention]]:font-medium [&_[data-mention]]:text-accent',
].join(' ')

/** Shows sanitized HTML from Markdown. Pass only HTML from `renderMarkdown`. Sizes follow the surrounding text. */
export function MarkdownView({ html, className }: { html: string; className?: string }) {
  return (
    <div
      data-prose=""
      className={cx(prose, className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the caller's contract is sanitized HTML.
      dangerouslySetInnerHTML={{ __html: directed(marked(scrollable(html))) }}
    />
  )
}

/** Makes wide tables and code blocks scroll on their own, and focusable to scroll by keyboard. */
function scrollable(html: string): string {
  return html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div data-scroll role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

/** Marks links whose text is their address, so that a printed page does not repeat the address. */
const marked = (html: string): string => html.replace(/<a (?=[^>]*href="([^"]+)"[^>]*>\1<\/a>)/g, '<a data-bare="" ')

/** Gives each block the direction of its letters, for texts in Arabic or Hebrew. */
const directed = (html: string): string => html.replace(/<(p|li|h[4-6]|blockquote|td|th)(?=[ >])/g, '<$1 dir="auto"')
