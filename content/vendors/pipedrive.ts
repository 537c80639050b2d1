import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Pipedrive. */
export const pipedrive = {
  name: 'Pipedrive',
  facts: {
    dailyBudget: {
      text: 'Pipedrive gives every company a daily budget of API tokens, and blocks requests until the next day when it is used up.',
      source: 'https://pipedrive.readme.io/docs/core-api-concepts-rate-limiting',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
