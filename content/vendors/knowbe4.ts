import type { Vendor } from './shape.ts'

/** Facts about KnowBe4. */
export const knowbe4 = {
  name: 'KnowBe4',
  sites: ['knowbe4.com'],
  facts: {
    reportingApi: {
      text: 'The KnowBe4 Reporting API is limited to Platinum and Diamond customers, and it only reads.',
      source: 'https://support.knowbe4.com/hc/en-us/articles/115016090908-Reporting-API-Overview',
      checked: '2026-11-25',
    },
    requestLimits: {
      text: 'KnowBe4 limits requests to its reporting API per day and in bursts.',
      source: 'https://support.knowbe4.com/hc/en-us/articles/45870261990035-KnowBe4-Fair-Usage-Policy-Overview',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
