import { articles, tags } from './blog-articles.server.ts'
import { articlePath, BLOG, tagPath } from './blog-file.ts'
import { ORIGIN } from './meta.ts'
import { aboutPages, legalDocuments } from './navigation.ts'
import { servicePaths } from './service-paths.ts'
import { xml } from './xml.ts'

/** Every public page that should be found, with the day of its last change where it has one. */
const publicPages: { path: string; date?: string }[] = [
  '/',
  ...aboutPages.map((page) => page.to),
  '/contact',
  '/voice-ai-agent',
  '/marketplace',
  ...servicePaths,
  ...Object.keys(legalDocuments).map((key) => `/legal/${key}`),
  BLOG,
  ...tags.map(tagPath),
]
  .map((path): { path: string; date?: string } => ({ path }))
  .concat(articles.map((article) => ({ path: articlePath(article), date: article.date })))

/** The list of public pages for search engines. */
export function loader() {
  const urls = publicPages.map(
    ({ path, date }) => `  <url><loc>${ORIGIN}${xml(path)}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</url>\n`,
  )
  const sitemap = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
  return new Response(sitemap, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
