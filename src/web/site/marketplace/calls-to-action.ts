import { productPath } from './address.ts'
import type { Listed } from './words.ts'

/** A way on from a product's page; the first one is the main one. */
export type CallToAction = { label: string; href: string }

/** What a visitor can do about a product, whatever its price model: the one place that decides it. */
export function callsToAction(product: Pick<Listed, 'slug' | 'priceModel'>): CallToAction[] {
  const path = productPath(product.slug)
  const ask = `/contact?about=${path}`
  if (product.priceModel === 'quote') return [{ label: 'Request a quote', href: ask }]
  return [
    // Whoever is not signed in does that on the way, and comes back there.
    { label: product.priceModel === 'monthly' ? 'Start monthly' : 'Buy', href: `${path}/buy` },
    { label: 'Talk to us about it', href: ask },
  ]
}
