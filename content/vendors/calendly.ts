import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Calendly. */
export const calendly = {
  name: 'Calendly',
  facts: {
    webhookPlan: {
      text: 'Calendly webhooks need the Standard plan or higher.',
      source: 'https://docs.opennous.cloud/webhooks/calendly',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
