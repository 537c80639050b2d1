import type { Vendor } from './shape.ts'

/** Facts about SentinelOne. */
export const sentinelone = {
  name: 'SentinelOne',
  sites: ['sentinelone.com', 'github.com/Sentinel-One'],
  facts: {
    expiry: {
      text: 'The API token of a SentinelOne service user can expire. A new token revokes the old one.',
      source:
        'https://github.com/Sentinel-One/ai-siem/blob/main/plugins/s1-secops-skills/skills/mgmt-console-api/references/tags/Service_Users.md',
      checked: '2026-11-29',
    },
    scope: {
      text: 'The token of a SentinelOne service user is limited to accounts or sites. Some requests fail if it covers more than one account.',
      source: 'https://github.com/Sentinel-One/ai-siem/blob/main/plugins/s1-secops-skills/docs/credentials.md',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
