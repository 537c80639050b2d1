import { buildProductPath } from './address.ts'
import type { Listed } from './words.ts'

/** A call to action on a product's page. The first one is the primary one. */
type CallToAction = { label: string; href: string }

/** Returns the calls to action of a product. The only place that decides them, for every price model. */
export function listCallsToAction(product: Pick<Listed, 'slug' | 'priceModel'>): CallToAction[] {
  const path = buildProductPath(product.slug)
  const ask = `/contact?about=${path}`
  if (product.priceModel === 'quote') return [{ label: 'Request a quote', href: ask }]
  return [
    // Visitors who are not signed in sign in on the way and then return there.
    { label: product.priceModel === 'monthly' ? 'Subscribe' : 'Buy', href: `${path}/buy` },
    { label: 'Ask a question', href: ask },
  ]
}
