import type { Vendor } from './shape.ts'

/** Facts about Pipedrive. */
export const pipedrive = {
  name: 'Pipedrive',
  sites: ['pipedrive.com', 'pipedrive.readme.io'],
  facts: {
    dailyBudget: {
      text: 'Pipedrive gives every company a daily budget of API tokens, and blocks requests until the next day when it is used up.',
      source: 'https://pipedrive.readme.io/docs/core-api-concepts-rate-limiting',
      by: 'vendor',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
