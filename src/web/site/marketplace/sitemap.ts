import type { LoaderFunctionArgs } from 'react-router'
import { caller } from '../../context.ts'
import { escapeXml } from '../machine/xml.ts'
import { buildProductPath } from './address.ts'

/** The sitemap of all products. Built on request, so that it includes products published today. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { origin } = new URL(request.url)
  const { items } = await context.get(caller).marketplace.addresses()
  const urls = items.map(
    ({ slug, updatedAt }) =>
      `  <url><loc>${escapeXml(origin + buildProductPath(slug))}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>\n`,
  )
  const sitemap = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
  return new Response(sitemap, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
