import { articles, tags } from '../blog/blog-articles.server.ts'
import { BLOG, buildArticlePath, buildTagPath } from '../blog/blog-file.ts'
import { ORIGIN } from '../meta.ts'
import { aboutPages, legalDocuments } from '../navigation.ts'
import { servicePaths } from '../services/service-paths.ts'
import { escapeXml } from './xml.ts'

/** All public pages that search engines should find, with the date of the last change if known. */
const publicPages: { path: string; date?: string }[] = [
  '/',
  ...aboutPages.map((page) => page.to),
  '/contact',
  '/voice-ai-agent',
  '/marketplace',
  ...servicePaths,
  ...Object.keys(legalDocuments).map((key) => `/legal/${key}`),
  BLOG,
  ...tags.map(buildTagPath),
]
  .map((path): { path: string; date?: string } => ({ path }))
  .concat(articles.map((article) => ({ path: buildArticlePath(article), date: article.updated })))

/** The sitemap of the public pages. */
export function loader() {
  const urls = publicPages.map(
    ({ path, date }) =>
      `  <url><loc>${ORIGIN}${escapeXml(path)}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</url>\n`,
  )
  const sitemap = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
  return new Response(sitemap, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
