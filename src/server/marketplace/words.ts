// Names of product values on the public pages and in CSV files. Portal screens have their own in
// web/portal/marketplace/model.ts. A test compares the two.
import type { z } from 'zod'
import { CATALOGUE_CATEGORIES } from '../../../content/marketplace/shape.ts'
import type { ProductStatus } from '../../contract/catalogue.ts'
import type { Audience, PriceModel } from '../../contract/marketplace.ts'

/** Returns the name of a category. */
export const categoryName = (key: string): string =>
  (CATALOGUE_CATEGORIES as Record<string, string | undefined>)[key] ?? key

export const AUDIENCE_NAMES: Record<z.infer<typeof Audience>, string> = {
  msp: 'MSPs',
  business: 'Businesses',
  vendor: 'App vendors',
}
export const PRICE_NAMES: Record<z.infer<typeof PriceModel>, string> = {
  monthly: 'Monthly',
  one_time: 'One-time',
  quote: 'On request',
}
export const PRODUCT_STATUS_NAMES: Record<z.infer<typeof ProductStatus>, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}
