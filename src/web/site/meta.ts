import type { MetaDescriptor } from 'react-router'
import { brand } from '../../../brand.config.ts'
import picture from './og.png'

/** Stands where the public address belongs: pages are rendered at build time, the server knows the address later. */
export const ORIGIN = '%ORIGIN%'

// Each page of the sitemap has its own picture (scripts/og-pictures.ts); the others share one without the brand's name.
const pictureOf = ({ path, noindex }: { path: string; noindex?: boolean }) =>
  path === '/' || noindex || path.startsWith('/marketplace/') ? picture : `/og${path.split('?')[0]}.png`

/** Title, description, canonical address and sharing tags of one public page. */
export function pageMeta(page: {
  /** Without the brand; the landing page passes `bare` and its full title. */
  title: string
  description: string
  path: string
  bare?: boolean
  /** For pages that should not be found, such as a thank-you page. */
  noindex?: boolean
  /** Structured data; `@context` is added. */
  jsonLd?: { '@type': string; [key: string]: unknown } | { '@graph': object[] }
}): MetaDescriptor[] {
  const title = page.bare ? page.title : `${page.title} · ${brand.shortName}`
  const url = ORIGIN + page.path
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand.shortName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: ORIGIN + pictureOf(page) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...page.jsonLd } }] : []),
  ]
}

/** The provider as search engines read it. */
export const organization = {
  '@type': 'Organization',
  name: brand.shortName,
  alternateName: brand.longName,
  url: `${ORIGIN}/`,
  email: brand.supportEmail,
  foundingDate: String(brand.founded),
  areaServed: brand.serviceArea,
}
