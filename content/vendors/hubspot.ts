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
      text: 'HubSpot no longer lets accounts create legacy private apps. For a new integration, it recommends a service key.',
      source: 'https://developers.hubspot.com/changelog/legacy-private-app-creation-sunset',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
