import type { MetaDescriptor } from 'react-router'
import { brand } from '../../../brand.config.ts'
import picture from './og.png'

/** A placeholder for the public origin. Pages are rendered at build time, and the server fills it in later. */
export const ORIGIN = '%ORIGIN%'

/**
 * Returns the path of the image of a page. Each page of the sitemap except the landing page has its own
 * (scripts/og-pictures.ts). The landing page, products and pages with `noindex` share one without the brand's name.
 */
export const pictureOf = ({ path, noindex }: { path: string; noindex?: boolean }) =>
  path === '/' || noindex || path.startsWith('/marketplace/') ? picture : `/og${path.split('?')[0]}.png`

/** Returns the title, description, canonical address and sharing tags of a public page. */
export function buildPageMeta(page: {
  /** Without the brand. The landing page passes `bare` and its full title. */
  title: string
  description: string
  path: string
  bare?: boolean
  /** For pages that search engines should not index, such as a thank-you page. */
  noindex?: boolean
  /** Structured data. `@context` is added. */
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

const logo = `${ORIGIN}/icon-512.png`

/** Structured data about the provider. */
export const organization = {
  '@type': 'Organization',
  name: brand.shortName,
  alternateName: brand.longName,
  url: `${ORIGIN}/`,
  logo,
  email: brand.supportEmail,
  foundingDate: String(brand.founded),
  areaServed: brand.serviceArea,
}

/** The provider in structured data of a page about something else: as its publisher, provider or seller. */
export const publisher = { '@type': organization['@type'], name: organization.name, url: organization.url, logo }
