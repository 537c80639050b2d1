import type { Platform } from '../../platform/platform.ts'

/** Returns the payment methods that the provider offers; card only when Stripe is set up. */
export const methodsOf = ({ payments }: Pick<Platform, 'payments'>): ('card' | 'invoice')[] =>
  payments ? ['card', 'invoice'] : ['invoice']
