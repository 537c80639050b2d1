import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { servicePaths } from '../services/service-paths.ts'
import { articles, tags } from './blog-articles.server.ts'
import { BLOG, buildArticlePath, formatTag, readArticle } from './blog-file.ts'
import { renderArticle, renderFeedArticle } from './blog-html.server.ts'
import { listBlogPaths } from './blog-paths.ts'

const head = ['title: T', 'description: D', 'date: 2026-03-17', 'tags: [ai, service-desk]', 'author: A']
const file = (lines: string[], text = 'Some text.\n') => `---\n${lines.join('\n')}\n---\n\n${text}`

describe('an article file', () => {
  it('has lines of front matter and a text, with blank lines allowed around them', () => {
    expect(readArticle('a', file(head))).toMatchObject({
      slug: 'a',
      title: 'T',
      date: '2026-03-17',
      tags: ['ai', 'service-desk'],
      minutes: 1,
    })
    expect(readArticle('a', file(['', ...head, ''])).title).toBe('T')
  })
  it('may have the date of its last change after the publication date', () => {
    expect(readArticle('a', file(head)).updated).toBe('2026-03-17')
    expect(readArticle('a', file(head.toSpliced(3, 0, 'updated: 2026-04-02')))).toMatchObject({
      date: '2026-03-17',
      updated: '2026-04-02',
      tags: ['ai', 'service-desk'],
    })
  })
  it.each([
    ['no front matter', 'Some text.'],
    ['no text', '---\ntitle: T\n---\n'],
    ['a missing key', file(head.slice(1))],
    ['an unknown key', file([...head, 'draft: true'])],
    ['another order', file([...head].reverse())],
    ['an empty value', file(['title: ', ...head.slice(1)])],
    ['an invalid date', file(head.map((line) => line.replace('03-17', '13-40')))],
    ['an invalid date of a change', file(head.toSpliced(3, 0, 'updated: 2026-13-40'))],
    ['a change before its publication', file(head.toSpliced(3, 0, 'updated: 2026-03-16'))],
    ['the change in another place', file([...head, 'updated: 2026-04-02'])],
    ['tags in another form', file(head.map((line) => line.replace('[ai, service-desk]', 'ai')))],
    ['quotes', file(['title: "T"', ...head.slice(1)])],
  ])('is rejected with %s', (_, text) => {
    expect(() => readArticle('a', text)).toThrow('content/blog/a.md')
  })
  it('has a reading time that counts only words with letters', () => {
    expect(readArticle('a', file(head, 'word | '.repeat(660))).minutes).toBe(3)
  })
})

describe('the articles', () => {
  it('are at least six, newest first and then by title, each with a description that fits search results', () => {
    expect(articles.length).toBeGreaterThanOrEqual(6)
    const sorted = articles.toSorted((a, b) => b.date.localeCompare(a.date) || a.title.localeCompare(b.title))
    expect(articles).toEqual(sorted)
    // The blog opened on this day.
    for (const { date } of articles) expect(date >= '2026-11-20').toBe(true)
    for (const { description } of articles) expect(description.length).toBeLessThanOrEqual(160)
  })
  it('are all rendered at build time, with their tags', () => {
    const paths = listBlogPaths(path.resolve(import.meta.dirname, '../../../../content/blog'))
    expect(paths.toSorted()).toEqual(
      [
        BLOG,
        `${BLOG}/feed.xml`,
        ...articles.map(buildArticlePath),
        ...tags.map((tag) => `${BLOG}/tag/${tag}`),
      ].toSorted(),
    )
  })
  describe.each(articles.map((article) => [article.slug, article] as const))('%s', (_, article) => {
    const { html, headings } = renderArticle(article.text)
    it('lists each heading once', () => {
      expect(headings.length).toBeGreaterThan(2)
      expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length)
      for (const { id } of headings) expect(html).toContain(`<h2 id="${id}">`)
      expect(html).not.toMatch(/<h1|<script|<img| style=/)
    })
    it('links to pages that exist', () => {
      const own = [...servicePaths, ...articles.map(buildArticlePath), '/voice-ai-agent', '/marketplace', '/contact']
      for (const [, href] of html.matchAll(/href="([^"]+)"/g))
        if (!href?.startsWith('https://')) expect(own).toContain(href)
    })
    it('renders code blocks and tables so that they fit a phone', () => {
      expect(html.match(/<pre/g)?.length).toBe(html.match(/<pre tabindex="0" role="group" aria-label="/g)?.length)
      expect(html).not.toContain('aria-label="Example"')
      for (const [row] of html.matchAll(/<tr role="row"><th role="rowheader"[\s\S]*?<\/tr>/g))
        expect(row.match(/<td/g)?.length).toBe(row.match(/<td role="cell" data-column="[^"]+"/g)?.length)
    })
    it('has only absolute addresses in the feed', () => {
      for (const [, href] of renderFeedArticle(article.text, 'https://x.example').matchAll(/href="([^"]+)"/g))
        expect(href).toMatch(/^https:\/\//)
    })
  })
})

describe('code', () => {
  const code = (language: string, text: string) => renderArticle(`\`\`\`${language}\n${text}\n\`\`\``).html
  it('highlights only comments and strings', () => {
    expect(code('sql', "select 'a' -- it's b")).toContain(
      `select <span class="s">'a'</span> <span class="c">-- it's b</span>`,
    )
    expect(code('js', "get('https://x') // why")).toContain(
      `get(<span class="s">'https://x'</span>) <span class="c">// why</span>`,
    )
    expect(code('json', '{ "a": "b", "c": ["d"] }')).toContain(
      '{ &quot;a&quot;: <span class="s">&quot;b&quot;</span>, &quot;c&quot;: [<span class="s">&quot;d&quot;</span>] }',
    )
    expect(code('powershell', '$a = "x" # y')).toContain('<span class="c"># y</span>')
  })
  it('does not turn bare addresses into links', () => {
    expect(renderArticle('see https://evil.example, www.evil.example and a@evil.example').html).not.toContain('<a')
  })
  it('is escaped', () => {
    expect(code('js', "'<img src=x onerror=alert(1)>'")).not.toContain('<img')
    expect(renderArticle('<script>alert(1)</script>').html).not.toContain('<script')
  })
})

it('formats tags for readers', () => {
  expect(['ai', 'service-desk', 'voice'].map(formatTag)).toEqual(['AI', 'Service desk', 'Voice'])
})

it('ships the font of the pictures with its license', () => {
  for (const name of ['geist-semibold.ttf', 'LICENSE.txt'])
    expect(existsSync(new URL(`../og/${name}`, import.meta.url))).toBe(true)
})
