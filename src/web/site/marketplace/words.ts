import type { z } from 'zod'
import type { ProductRow } from '../../../contract/marketplace.ts'
import type { IconName } from '../paths.ts'

export type Listed = z.infer<typeof ProductRow>
// Making one costs more than using it a hundred times.
const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const EXACT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const PLAIN = new Intl.NumberFormat('en-US')

type Priced = Pick<Listed, 'priceModel' | 'priceCents' | 'currency'>

/** An amount in whole units where it is one. */
const money = (cents: number): string => (cents % 100 === 0 ? WHOLE : EXACT).format(cents / 100)

/** A price as it stands on a card: the amount, and what it is for. */
export function priceOf({ priceModel, priceCents }: Priced): { amount: string; per: string } {
  if (priceModel === 'quote' || priceCents === null) return { amount: 'On request', per: '' }
  return { amount: money(priceCents), per: priceModel === 'monthly' ? 'a month' : 'one-time' }
}

/** The same in one line. */
export const priceText = (product: Priced): string => {
  const { amount, per } = priceOf(product)
  return per ? `${amount} ${per}` : amount
}

export const AUDIENCES: Record<Listed['audience'][number], string> = {
  msp: 'MSPs',
  business: 'Businesses',
  vendor: 'App vendors',
}

/** A category's drawing. */
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

/** A number with its noun. */
export const counted = (n: number, one: string, many = `${one}s`) => `${PLAIN.format(n)} ${n === 1 ? one : many}`

/** Names in one line; of many the first ones. */
export function namesOf(names: string[], most: number): string {
  const more = names.length - most
  return more > 0 ? `${names.slice(0, most).join(', ')} +${more}` : names.join(', ')
}
