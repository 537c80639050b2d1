import type { Vendor } from './shape.ts'

/** Facts about Freshservice. */
export const freshservice = {
  name: 'Freshservice',
  sites: ['freshservice.com'],
  facts: {
    rateLimit: {
      text: 'Freshservice limits API requests per minute for the whole account. The limit depends on the plan, and some requests have a lower one.',
      source:
        'https://support.freshservice.com/en/support/solutions/articles/50000000293-what-is-the-rate-limit-for-apis-across-all-plans-',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
