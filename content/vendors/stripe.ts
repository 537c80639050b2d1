import type { Vendor } from './shape.ts'

/** Facts about Stripe. */
export const stripe = {
  name: 'Stripe',
  facts: {
    manualPayouts: {
      text: 'Stripe cannot tell which transactions are in a manual payout.',
      source: 'https://docs.stripe.com/payouts/reconciliation?locale=en-GB',
      checked: '2026-11-25',
    },
    payoutEvent: {
      text: 'Stripe’s guide to payout reconciliation listens for the event `payout.reconciliation_completed`.',
      source: 'https://docs.stripe.com/payouts/reconciliation?locale=en-GB',
      checked: '2026-11-25',
    },
    meterWindow: {
      text: 'Stripe accepts meter events for the past 35 days.',
      source: 'https://docs.stripe.com/api/v2/billing-meter/object',
      checked: '2026-11-25',
    },
    meterIdentifier: {
      text: 'Stripe rejects a second meter event with the same identifier within 24 hours.',
      source: 'https://docs.stripe.com/api/v2/billing-meter/object',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
