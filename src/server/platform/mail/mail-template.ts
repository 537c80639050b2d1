// The layout of mails. Written without JSX, since Node runs this file without compiling it. All mail programs support
// tables, attributes and inline styles. The style element is an enhancement for those that support it.
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  render,
  Section,
  Text,
} from '@react-email/components'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { brand } from '../../../../brand.config.ts'
import type { Block, Earlier } from './mail-blocks.ts'
import { markdownHtml } from './mail-markdown.ts'
import { formatMailTime } from './mail-time.ts'

/** The content of a mail: its heading, its blocks and the lines of its footer. */
export type Content = {
  heading: string
  blocks: Block[]
  foot: string[]
  publicUrl: string
  /** The sender's name, shown instead of the provider's name and logo. */
  name?: string
}

const FONT = "'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif"
/** Colors of the light theme. `STYLE` overrides them in dark mode. */
const color = {
  page: '#eef1f4',
  card: '#ffffff',
  line: '#d5dbe1',
  text: '#10141a',
  muted: '#55606c',
  band: '#0a0b0e',
  name: '#eef1f4',
  accent: '#5eead4',
}
const WIDTH = 600
/** Maximum length of the preview text. Mail programs show no more beside the subject. */
const PREHEADER = 140

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .fact { display: block !important; width: auto !important; padding-right: 0 !important; }
  .value { padding-top: 0 !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0a0b0e !important; }
  .card { background-color: #10141a !important; }
  .edge { border-color: #232a33 !important; }
  .text, .link { color: #eef1f4 !important; }
  .muted { color: #9aa5b1 !important; }
}
[data-ogsc] .text, [data-ogsc] .link { color: #eef1f4 !important; }
[data-ogsc] .muted { color: #9aa5b1 !important; }
[data-ogsb] .page, [data-ogsb] .page > table > tbody > tr > td { background-color: #0a0b0e !important; }
[data-ogsb] .card { background-color: #10141a !important; }
`
/** Makes Outlook on Windows use 96 pixels per inch instead of its print resolution. */
const OUTLOOK = `<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->`
/** Wraps the content in a table with a fixed width for Outlook on Windows, which does not support max-width. */
const inOutlook = (html: string): string =>
  `<!--[if mso]><table role="presentation" align="center" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->${html}<!--[if mso]></td></tr></table><![endif]-->`
const raw = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } })

const breaking: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
const body: CSSProperties = { margin: '0 0 16px', fontSize: 15, lineHeight: '24px', color: color.text, ...breaking }
const small: CSSProperties = { margin: '0 0 4px', fontSize: 13, lineHeight: '20px', color: color.muted, ...breaking }

/** Returns a text with its line breaks as `<br>`. */
const lines = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, i) => (i === 0 ? [line] : [h('br', { key: i }), line]))

/** Returns whether a link is a web address. Other links are shown as text. */
const isWeb = (href: string) => /^https?:\/\//i.test(href) && URL.canParse(href)

function facts(all: [name: string, value: string][], key: number): ReactNode {
  const cell: CSSProperties = { padding: '5px 16px 5px 0', verticalAlign: 'top', fontSize: 15, lineHeight: '22px' }
  return h(
    'table',
    {
      key,
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: { margin: '0 0 20px' },
    },
    h(
      'tbody',
      null,
      all.map(([name, value], i) =>
        h(
          'tr',
          { key: i },
          h('td', { className: 'fact muted', width: 130, style: { ...cell, color: color.muted } }, name),
          h(
            'td',
            { className: 'fact value text', style: { ...cell, paddingRight: 0, color: color.text, ...breaking } },
            lines(value),
          ),
        ),
      ),
    ),
  )
}

function button({ button: label, href }: { button: string; href: string }, key: number): ReactNode {
  if (!isWeb(href)) return h(Text, { key, className: 'text', style: body }, label)
  return h(
    Section,
    { key, style: { margin: '4px 0 20px' } },
    h(
      Button,
      {
        href,
        className: 'button',
        style: {
          backgroundColor: color.accent,
          color: color.band,
          fontSize: 15,
          fontWeight: 600,
          padding: '13px 22px',
          borderRadius: 6,
        },
      },
      label,
    ),
    h(
      Text,
      { className: 'muted', style: { ...small, margin: '12px 0 0' } },
      'If the button doesn’t work, open this link:',
      h('br'),
      h(
        Link,
        { href, className: 'link', style: { color: color.text, textDecoration: 'underline', ...breaking } },
        href,
      ),
    ),
  )
}

/** Renders a plain text as a quotation. */
const asTyped = (text: string, key: number | string, className = 'text'): ReactNode =>
  h(
    'blockquote',
    {
      key,
      className: `${className} edge`,
      style: {
        ...body,
        paddingLeft: 12,
        borderLeft: `3px solid ${color.line}`,
        ...(className === 'muted' ? { fontSize: 13, lineHeight: '20px', color: color.muted } : {}),
      },
    },
    lines(text),
  )

/** Renders a plain text as it was written. */
const written = (text: string, key: number | string, className = 'text'): ReactNode =>
  h(
    'div',
    {
      key,
      className,
      dir: 'auto',
      style: { ...body, ...(className === 'muted' ? { fontSize: 13, lineHeight: '20px', color: color.muted } : {}) },
    },
    lines(text),
  )

/** Renders a Markdown text. */
const markdown = (text: string, publicUrl: string, key: number, className = 'text'): ReactNode =>
  h('div', {
    key,
    className,
    style: { ...body, ...(className === 'muted' ? { fontSize: 13, lineHeight: '20px', color: color.muted } : {}) },
    ...raw(markdownHtml(text, publicUrl)),
  })

function links({ title, links: all }: { title: string; links: [string, string][] }, key: number): ReactNode {
  return h(
    'div',
    { key, style: { margin: '4px 0 20px' } },
    h(Text, { className: 'muted', style: { ...small, margin: '0 0 6px' } }, title),
    all.map(([label, href], i) =>
      h(
        'div',
        { key: i, style: { fontSize: 15, lineHeight: '26px', ...breaking } },
        isWeb(href)
          ? h(Link, { href, className: 'link', style: { color: color.text, textDecoration: 'underline' } }, label)
          : label,
      ),
    ),
  )
}

function earlier(all: Earlier[], publicUrl: string, key: number): ReactNode {
  return h(
    'div',
    { key, className: 'edge', style: { borderTop: `1px solid ${color.line}`, marginTop: 8, paddingTop: 16 } },
    all.map((e, i) => [
      h(
        Text,
        { key: `who ${i}`, className: 'muted', style: { ...small, fontWeight: 600 } },
        `${e.who}, ${formatMailTime(e.at)}`,
      ),
      e.asTyped
        ? asTyped(e.markdown, `text ${i}`, 'muted')
        : e.format === 'plain'
          ? written(e.markdown, `text ${i}`, 'muted')
          : markdown(e.markdown, publicUrl, i, 'muted'),
    ]),
  )
}

function block(b: Block, i: number, publicUrl: string): ReactNode {
  if (typeof b === 'string') return h(Text, { key: i, className: 'text', style: body }, lines(b))
  if ('facts' in b) return facts(b.facts, i)
  if ('note' in b)
    return h(Text, { key: i, className: 'muted', style: { ...small, margin: '0 0 12px' } }, lines(b.note))
  if ('markdown' in b) return markdown(b.markdown, publicUrl, i)
  if ('written' in b) return written(b.written, i)
  if ('quoted' in b) return asTyped(b.quoted, i)
  if ('links' in b) return links(b, i)
  if ('earlier' in b) return earlier(b.earlier, publicUrl, i)
  return button(b, i)
}

/** Returns the preview text that mail programs show beside the subject: the start of the content. */
function preheader(blocks: Block[]): string {
  const texts = blocks.flatMap((b) => {
    if (typeof b === 'string') return b.length > 12 ? [b] : []
    if ('markdown' in b) return [b.markdown]
    if ('written' in b) return [b.written]
    if ('quoted' in b) return [b.quoted]
    return 'facts' in b ? [b.facts.map(([name, value]) => `${name}: ${value}`).join(' · ')] : []
  })
  const text = texts.join(' ').replace(/\s+/g, ' ')
  return text.length > PREHEADER ? `${text.slice(0, PREHEADER - 1).toWellFormed()}…` : text
}

/** Returns the HTML of a mail. HTML in its content is escaped. */
export async function mailHtml({ heading, blocks, foot, publicUrl, name }: Content): Promise<string> {
  const card = h(
    Container,
    {
      className: 'card edge',
      style: { maxWidth: WIDTH, backgroundColor: color.card, border: `1px solid ${color.line}`, borderRadius: 10 },
    },
    h(
      'table',
      { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 },
      h(
        'tbody',
        null,
        h(
          'tr',
          null,
          h(
            'td',
            {
              className: 'pad',
              style: { padding: '18px 32px', backgroundColor: color.band, borderRadius: '9px 9px 0 0' },
            },
            h(
              'span',
              { style: { fontSize: 17, fontWeight: 600, letterSpacing: '-0.01em', color: color.name } },
              // The logo as a character, since mail programs block images by default.
              name ? null : h('span', { style: { color: color.accent } }, '●'),
              name ?? `\u00a0 ${brand.shortName}`,
            ),
          ),
        ),
        h(
          'tr',
          null,
          h(
            'td',
            { className: 'pad', style: { padding: '32px 32px 16px' } },
            h(
              Heading,
              {
                className: 'text',
                style: {
                  margin: '0 0 20px',
                  fontSize: 21,
                  lineHeight: '28px',
                  fontWeight: 600,
                  letterSpacing: '-0.01em',
                  color: color.text,
                  ...breaking,
                },
              },
              heading,
            ),
            blocks.map((b, i) => block(b, i, publicUrl)),
          ),
        ),
      ),
    ),
  )
  const feet = h(
    Container,
    { style: { maxWidth: WIDTH } },
    h(
      'table',
      { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 },
      h(
        'tbody',
        null,
        h(
          'tr',
          null,
          h(
            'td',
            { className: 'pad', style: { padding: '20px 32px 0' } },
            foot.map((line) => h(Text, { key: line, className: 'muted', style: small }, line)),
          ),
        ),
      ),
    ),
  )
  const document = await html(
    h(
      Html,
      { lang: 'en' },
      h(
        Head,
        null,
        h('meta', { name: 'viewport', content: 'width=device-width' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no' }),
        h('title', null, heading),
        h('style', raw(STYLE)),
      ),
      h(
        Body,
        {
          className: 'page',
          style: { margin: 0, padding: '32px 12px', backgroundColor: color.page, fontFamily: FONT },
        },
        h(Preview, null, preheader(blocks)),
        h('div', raw(inOutlook(await html(h('div', null, card, feet))))),
      ),
    ),
  )
  return DOCTYPE + document.replace('</head>', `${OUTLOOK}</head>`)
}

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'
/** Renders a node as HTML, without React's comments for hydration. */
const html = async (node: ReactNode): Promise<string> =>
  (await render(node)).replace(DOCTYPE, '').replaceAll(/<!--(\/?\$| |html|head|body)-->/g, '')
