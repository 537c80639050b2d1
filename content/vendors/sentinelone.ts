import type { Vendor } from './shape.ts'

/** What the documentation says about the API of SentinelOne. */
export const sentinelone = {
  name: 'SentinelOne',
  facts: {
    expiry: {
      text: 'SentinelOne API tokens have an end date, so they have to be renewed.',
      source:
        'https://docs.rewst.help/documentation/configuration/integrations/integration-guides/sentinelone-integration-setup',
      checked: '2026-11-25',
    },
    scope: {
      text: 'To read all sites, SentinelOne needs a user at the account level.',
      source:
        'https://surecloud.gitbook.io/surecloud-docs/integrations/ccm-and-evidence-collection-integrations/sentinelone',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
