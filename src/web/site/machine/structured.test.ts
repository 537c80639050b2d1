import { describe, expect, it } from 'vitest'
import { meta as articleMeta } from '../blog/blog-article.tsx'
import { articles } from '../blog/blog-articles.server.ts'
import { buildArticlePath } from '../blog/blog-file.ts'
import { meta as homeMeta } from '../home.tsx'
import { meta as legalMeta } from '../legal.tsx'
import { meta as productMeta } from '../marketplace/product-page.tsx'
import { ORIGIN } from '../meta.ts'

type Part = { '@type': string | string[]; [key: string]: unknown }

/** Returns the parts of a page's structured data. */
function parts(tags: object[]): Part[] {
  const tag = tags.find((each) => 'script:ld+json' in each) as { 'script:ld+json': Part & { '@graph'?: Part[] } }
  return tag['script:ld+json']['@graph'] ?? [tag['script:ld+json']]
}
const page = (meta: (args: never) => object[], loaderData: unknown) => parts(meta({ loaderData } as never))

const product = {
  slug: 'a-product',
  name: 'A product',
  promise: 'Does one job.',
  category: { key: 'psa', name: 'Service desk and PSA' },
  audience: ['msp'],
  steps: ['One step.'],
  priceModel: 'one_time',
  priceCents: 120_000,
  currency: 'usd',
  setupDays: 4,
}
const productPart = (change: object) => page(productMeta, { product: { ...product, ...change } })[0] as Part

describe('structured data', () => {
  it('offers a product with a price, and no product without one', () => {
    expect(productPart({}).offers).toMatchObject({ price: '1200.00', availability: 'https://schema.org/InStock' })
    expect(productPart({ priceModel: 'monthly', priceCents: 9_900 }).offers).toMatchObject({
      priceSpecification: { price: '99.00', referenceQuantity: { unitCode: 'MON' } },
    })
    expect(productPart({ priceModel: 'quote', priceCents: null })).not.toHaveProperty('offers')
  })
  it('has an image for products and articles', () => {
    expect(productPart({}).image).toMatch(/^%ORIGIN%\/.+\.png/)
    for (const article of articles)
      expect(page(articleMeta, article)[0]?.image).toBe(`${ORIGIN}/og${buildArticlePath(article)}.png`)
  })
  it('dates articles and legal documents', () => {
    for (const article of articles)
      expect(page(articleMeta, article)[0]).toMatchObject({
        '@type': 'BlogPosting',
        datePublished: article.date,
        dateModified: article.updated,
      })
    expect(page(articleMeta, { ...articles[0], date: '2026-11-20', updated: '2026-11-28' })[0]).toMatchObject({
      datePublished: '2026-11-20',
      dateModified: '2026-11-28',
    })
    expect(page(legalMeta, { key: 'terms', html: '' })[0]).toMatchObject({ dateModified: '2025-01-27' })
  })
  it('has the logo of the organization, also as the publisher of an article', () => {
    const logo = `${ORIGIN}/icon-512.png`
    expect(parts(homeMeta())[0]).toMatchObject({ '@type': 'Organization', logo })
    expect(page(articleMeta, articles[0])[0]?.publisher).toMatchObject({ '@type': 'Organization', logo })
  })
})
