import type { Platform } from '../platform/platform.ts'

/** Ways to pay that the provider offers: card only when Stripe is set up. */
export const methodsOf = ({ payments }: Pick<Platform, 'payments'>): ('card' | 'invoice')[] =>
  payments ? ['card', 'invoice'] : ['invoice']
