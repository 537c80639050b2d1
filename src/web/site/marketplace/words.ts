import type { z } from 'zod'
import type { ProductRow } from '../../../contract/marketplace.ts'
import { formatCentsShort } from '../../../contract/plain/money.ts'
import { INCLUDED_MONTHS, NOTICE_DAYS, RENEWAL_PERCENT } from '../../../contract/plain/rates.ts'
import type { IconName } from '../paths.ts'

export type Listed = z.infer<typeof ProductRow>

type Priced = Pick<Listed, 'priceModel' | 'priceCents' | 'currency'>

/** Returns a price as a card shows it: the amount, and what it is for. */
export function getPrice({ priceModel, priceCents }: Priced): { amount: string; per: string } {
  if (priceModel === 'quote' || priceCents === null) return { amount: 'On request', per: '' }
  return { amount: formatCentsShort(priceCents), per: priceModel === 'monthly' ? 'a month' : 'one-time' }
}

/** Formats a price to be read without a heading, such as "$399 a month" or "Price on request". */
export const formatPrice = (product: Priced): string => {
  const { amount, per } = getPrice(product)
  return per ? `${amount} ${per}` : 'Price on request'
}

/**
 * Returns what the price includes, for how long, and what follows. The product page and the order page share it. It
 * depends only on the price.
 */
export function describePriceTerms({ priceModel, priceCents }: Priced): string {
  if (priceModel === 'quote' || priceCents === null)
    return 'We quote a price for your setup. Work starts after you approve the quote.'
  if (priceModel === 'monthly')
    return `Includes setup, hosting, monitoring and repair while you subscribe. Either of us can end the subscription with ${NOTICE_DAYS} days’ notice.`
  const renewal = formatCentsShort(Math.round((priceCents * RENEWAL_PERCENT) / 100))
  return `Includes setup and ${INCLUDED_MONTHS} months of hosting, monitoring and repair. After that, hosting and repair cost ${RENEWAL_PERCENT}% of the price per year (${renewal}), and only if you renew.`
}

/** The audiences, spelled as within a sentence. */
export const AUDIENCES: Record<Listed['audience'][number], string> = {
  msp: 'MSPs',
  business: 'businesses',
  vendor: 'app vendors',
}

/** Joins audiences for a sentence, such as "MSPs, businesses and app vendors". */
export const formatAudiences = (audience: Listed['audience']): string =>
  audience
    .map((key) => AUDIENCES[key])
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

/** The icon of each category. */
export const CATEGORY_ICONS: Record<string, IconName> = {
  psa: 'route',
  rmm: 'gauge',
  'microsoft-365': 'box',
  identity: 'key',
  documentation: 'database',
  billing: 'tag',
  security: 'check',
  backup: 'clock',
  onboarding: 'people',
  sales: 'handshake',
  voice: 'phone',
  reporting: 'chart',
}

/** Joins names in one line. Shows at most `most` names and the number of the rest. */
export function formatNames(names: string[], most: number): string {
  const more = names.length - most
  return more > 0 ? `${names.slice(0, most).join(', ')} +${more}` : names.join(', ')
}
