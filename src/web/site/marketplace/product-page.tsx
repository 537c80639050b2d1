import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { ORIGIN, organization, pageMeta } from '../meta.ts'
import { plain } from '../rich.tsx'
import { breadcrumbs } from '../structured.ts'
import { MARKETPLACE, productPath } from './address.ts'
import { productAt } from './answered.server.ts'
import { askedFor, inCategory, ProductView, type Whole } from './product-view.tsx'
import { AUDIENCES, priceText } from './words.ts'

export { SiteError as ErrorBoundary } from '../lost.tsx'
export { shortlyShared as headers } from './shared.ts'

/** The product and the numbers for its estimate: the visitor's own where the address has them. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const product = await productAt(context, params.slug ?? '')
  if (!product) throw data(null, { status: 404 })
  return { product, asked: askedFor(product, new URL(request.url).searchParams) }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]
  const { product } = loaderData
  const path = productPath(product.slug)
  return pageMeta({
    title: product.name,
    description: `${product.promise} ${priceText(product)}, set up in ${product.setupDays} working days, hosted and maintained.`,
    path,
    jsonLd: {
      '@graph': [
        structured(product),
        breadcrumbs(
          ['Automation Marketplace', MARKETPLACE],
          [product.category.name, inCategory(product)],
          [product.name, path],
        ),
      ],
    },
  })
}

/** The product as search engines read it. */
function structured(product: Whole) {
  const url = ORIGIN + productPath(product.slug)
  const price = product.priceCents === null ? undefined : (product.priceCents / 100).toFixed(2)
  const currency = product.currency.toUpperCase()
  return {
    '@type': ['Product', 'SoftwareApplication'],
    name: product.name,
    description: product.promise,
    url,
    category: product.category.name,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Hosted',
    featureList: product.steps.map(plain),
    audience: product.audience.map((key) => ({ '@type': 'BusinessAudience', audienceType: AUDIENCES[key] })),
    brand: { '@type': 'Brand', name: brand.shortName },
    offers: {
      '@type': 'Offer',
      url,
      availability: 'https://schema.org/InStock',
      areaServed: brand.serviceArea,
      seller: { '@type': organization['@type'], name: organization.name, url: organization.url },
      ...(price ? { price, priceCurrency: currency } : {}),
      ...(price && product.priceModel === 'monthly'
        ? {
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price,
              priceCurrency: currency,
              referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' },
            },
          }
        : {}),
    },
  }
}

/** One product. */
export default function ProductPage() {
  return <ProductView {...useLoaderData<typeof loader>()} />
}
