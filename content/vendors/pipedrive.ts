import type { Vendor } from './shape.ts'

/** Facts about Pipedrive. */
export const pipedrive = {
  name: 'Pipedrive',
  sites: ['pipedrive.com', 'pipedrive.readme.io'],
  facts: {
    dailyBudget: {
      text: 'Each Pipedrive company has a daily budget of API tokens. When it is used up, requests are blocked until the next day.',
      source: 'https://pipedrive.readme.io/docs/core-api-concepts-rate-limiting',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
