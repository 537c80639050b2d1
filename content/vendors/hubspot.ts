import type { Vendor } from './shape.ts'

/** Facts about HubSpot. */
export const hubspot = {
  name: 'HubSpot',
  sites: ['hubspot.com'],
  facts: {
    rateLimit: {
      text: 'A HubSpot service key can send 190 requests in 10 seconds on Professional and Enterprise, and 100 on Free and Starter.',
      // Service keys have the limits of privately distributed apps. The figures are as integrators quote this page.
      source: 'https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines',
      checked: '2026-11-30',
    },
    authentication: {
      text: 'HubSpot no longer lets accounts create legacy private apps. For a new integration, it recommends a service key.',
      source: 'https://developers.hubspot.com/changelog/legacy-private-app-creation-sunset',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
