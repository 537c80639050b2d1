import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { formatCount } from '../../../contract/plain/counts.ts'
import { buildBreadcrumbs } from '../machine/structured.ts'
import { buildPageMeta, ORIGIN, pictureOf, publisher } from '../meta.ts'
import { stripRich } from '../rich.tsx'
import { buildProductPath, MARKETPLACE } from './address.ts'
import { getProductAt } from './answered.server.ts'
import { askedFor, inCategory, ProductView, type Whole } from './product-view.tsx'
import { AUDIENCES, formatPrice } from './words.ts'

export { SiteError as ErrorBoundary } from '../lost.tsx'
export { shortlyShared as headers } from './shared.ts'

/**
 * Loads the product and the numbers for its estimate: the visitor's own if they are in the address. Throws a 404 if the
 * product is not published.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const product = await getProductAt(context, params.slug ?? '')
  if (!product) throw data(null, { status: 404 })
  return { product, asked: askedFor(product, new URL(request.url).searchParams) }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]
  const { product } = loaderData
  const path = buildProductPath(product.slug)
  return buildPageMeta({
    title: product.name,
    description: `${product.promise} ${formatPrice(product)}, set up in ${formatCount(product.setupDays, 'business day')}, hosted and maintained.`,
    path,
    jsonLd: {
      '@graph': [
        structured(product),
        buildBreadcrumbs(
          ['Automation Marketplace', MARKETPLACE],
          [product.category.name, inCategory(product)],
          [product.name, path],
        ),
      ],
    },
  })
}

/** Returns structured data for the product. Without a price, it has no offer, because it needs a quote first. */
function structured(product: Whole) {
  const path = buildProductPath(product.slug)
  const url = ORIGIN + path
  const price = product.priceCents === null ? undefined : (product.priceCents / 100).toFixed(2)
  const currency = product.currency.toUpperCase()
  return {
    '@type': ['Product', 'SoftwareApplication'],
    name: product.name,
    description: product.promise,
    url,
    image: ORIGIN + pictureOf({ path }),
    category: product.category.name,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Hosted',
    featureList: product.steps.map(stripRich),
    audience: product.audience.map((key) => ({ '@type': 'BusinessAudience', audienceType: AUDIENCES[key] })),
    brand: { '@type': 'Brand', name: brand.shortName },
    ...(price
      ? {
          offers: {
            '@type': 'Offer',
            url,
            availability: 'https://schema.org/InStock',
            areaServed: brand.serviceArea,
            seller: publisher,
            price,
            priceCurrency: currency,
            ...(product.priceModel === 'monthly'
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
      : {}),
  }
}

/** The page of a product. */
export default function ProductPage() {
  return <ProductView {...useLoaderData<typeof loader>()} />
}
