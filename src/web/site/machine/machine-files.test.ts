import { describe, expect, it } from 'vitest'
import routes from '../../routes.ts'
import { articles } from '../blog/blog-articles.server.ts'
import { loader as feed } from '../blog/blog-feed.ts'
import { buildArticlePath } from '../blog/blog-file.ts'
import { servicePaths } from '../services/service-paths.ts'
import { loader as manifest } from './manifest.ts'
import { loader as robots } from './robots.ts'
import { loader as sitemap } from './sitemap.ts'

type Node = { path?: string; file: string; children?: Node[] }
/** Returns every address below a route whose path does not start with a parameter. */
const addresses = (node: Node, above = ''): string[] => {
  const at = node.path ? `${above}/${node.path.replace(/^\//, '')}` : above
  return node.children ? node.children.flatMap((child) => addresses(child, at)) : [at || '/']
}
const half = (name: string) =>
  (routes as Node[]).filter((node) => node.file.startsWith(name)).flatMap((n) => addresses(n))

/** Checks that all tags are closed in order and that special characters in the text are escaped. */
function wellFormed(text: string) {
  const open: string[] = []
  for (const [, close, name, , empty] of text.matchAll(/<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name)
    else if (!empty) open.push(name as string)
  }
  expect(open).toEqual([])
  const rest = text.replace(/^<\?xml[^>]*\?>/, '').replace(/<\/?[\w:]+(?:\s[\w:]+="[^"<]*")*\s*\/?>/g, '')
  expect(rest).not.toMatch(/[<>]/)
  expect(rest).not.toMatch(/&(?!(?:amp|lt|gt|quot);)/)
}

const pages = async () => [...(await sitemap().text()).matchAll(/<loc>%ORIGIN%([^<]*)/g)].map(([, at]) => at as string)

describe('sitemap', () => {
  it('lists every indexable public page once', async () => {
    const listed = await pages()
    expect(new Set(listed).size).toBe(listed.length)
    for (const path of servicePaths) expect(listed).toContain(path)
    for (const path of half('site/').filter((path) => !path.includes(':')))
      if (
        !/^\/(\*|notify|voice-ai-agent\/thank-you|email-verified|marketplace\/(purchase-complete|preview)|.+\.\w+)$/.test(
          path,
        )
      )
        expect(listed).toContain(path)
    wellFormed(await sitemap().text())
  })
  it('dates articles by their last change, like the feed', async () => {
    const [map, entries] = [await sitemap().text(), await feed().text()]
    for (const article of articles) {
      expect(map).toContain(`${buildArticlePath(article)}</loc><lastmod>${article.updated}</lastmod>`)
      expect(entries).toContain(`<updated>${article.updated}T12:00:00Z</updated>`)
    }
  })
})

describe('robots', () => {
  it('blocks the portal and no public page', async () => {
    const text = await robots().text()
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, at]) => at as string)
    const isClosed = (path: string) => closed.some((start) => new RegExp(`^${start.replaceAll('*', '.*')}`).test(path))
    for (const path of half('portal/')) expect(isClosed(path), path).toBe(true)
    for (const path of await pages()) expect(isClosed(path), path).toBe(false)
    expect(text).toContain('\nSitemap: %ORIGIN%/sitemap.xml\n')
  })
})

it('has a well-formed, complete feed', async () => {
  const text = await feed().text()
  wellFormed(text)
  expect(text.match(/<entry>/g)?.length).toBe(text.match(/<content type="html">/g)?.length)
})

it('refers only to existing icons', async () => {
  const { existsSync } = await import('node:fs')
  const { icons } = (await manifest().json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect(existsSync(new URL(`../../../../public${src}`, import.meta.url))).toBe(true)
})
