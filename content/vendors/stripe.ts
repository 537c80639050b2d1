import type { Vendor } from './shape.ts'

/** Facts about Stripe. */
export const stripe = {
  name: 'Stripe',
  sites: ['stripe.com'],
  facts: {
    manualPayouts: {
      text: 'Stripe cannot tell which transactions are in a manual payout.',
      source: 'https://docs.stripe.com/payouts/reconciliation?locale=en-GB',
      checked: '2026-11-25',
    },
    payoutEvent: {
      text: 'Stripe sends the event `payout.reconciliation_completed` when a payout is ready to be reconciled.',
      source: 'https://docs.stripe.com/payouts/reconciliation?locale=en-GB',
      checked: '2026-11-28',
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
