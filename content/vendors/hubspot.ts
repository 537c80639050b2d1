import type { Vendor } from './shape.ts'

/** Facts about HubSpot. */
export const hubspot = {
  name: 'HubSpot',
  sites: ['hubspot.com'],
  facts: {
    rateLimit: {
      text: 'A HubSpot private app can send 190 requests in 10 seconds on Professional and Enterprise, and 100 on Free and Starter.',
      source: 'https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview',
      checked: '2026-11-25',
    },
    authentication: {
      text: 'HubSpot no longer accepts API keys, only a private app or OAuth.',
      source: 'https://legacydocs.hubspot.com/apps/api_guidelines',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
