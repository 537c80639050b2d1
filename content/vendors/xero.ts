import type { Vendor } from './shape.ts'

/** Facts about Xero. */
export const xero = {
  name: 'Xero',
  sites: ['xero.com'],
  facts: {
    rateLimit: {
      text: 'Xero accepts 60 calls a minute, 5 at the same time and 5,000 a day per organization.',
      source: 'https://developer.xero.com/faq/limits',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
