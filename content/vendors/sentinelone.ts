import type { Vendor } from './shape.ts'

/** Facts about SentinelOne. */
export const sentinelone = {
  name: 'SentinelOne',
  sites: ['sentinelone.com'],
  facts: {
    expiry: {
      text: 'The API token of a SentinelOne service user stops working on the end date that you set, if any.',
      source: 'https://nango.dev/docs/api-integrations/sentinelone/connect.md',
      by: 'integrator',
      checked: '2026-11-28',
    },
    scope: {
      text: 'A SentinelOne token has the role and scope of its user. To read all sites, that user must be at the account level.',
      source: 'https://www.stitchflow.com/user-management/sentinelone/api',
      by: 'integrator',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
