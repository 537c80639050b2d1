import type { Vendor } from './shape.ts'

/** Facts about Calendly. */
export const calendly = {
  name: 'Calendly',
  sites: ['calendly.com'],
  facts: {
    webhookPlans: {
      text: 'Calendly’s booking webhooks are available on all plans.',
      source: 'https://developer.calendly.com/release-notes/2026/11/3.md',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
