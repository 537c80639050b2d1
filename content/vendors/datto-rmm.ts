import type { Vendor } from './shape.ts'

/** Facts about Datto RMM. */
export const dattoRmm = {
  name: 'Datto RMM',
  sites: ['datto.com', 'centrastage.net'],
  facts: {
    apiAccess: {
      text: 'An administrator has to turn on API access in Datto RMM and generate the keys for one user.',
      source: 'https://rmm.datto.com/help/en/Content/2SETUP/APIv2.htm',
      checked: '2026-11-25',
    },
    readLimit: {
      text: 'Datto RMM allows 600 read requests in 60 seconds, counted over the whole account.',
      source: 'https://rmm.datto.com/help/en/Content/2SETUP/APIv2.htm',
      checked: '2026-11-25',
    },
    webhooks: {
      text: 'A Datto RMM monitor can call a webhook when an alert is triggered and, if you want, when it is resolved.',
      source: 'https://rmm.datto.com/help/en/Content/3NEWUI/Monitors/Webhooks.htm',
      checked: '2026-11-25',
    },
    quickJobs: {
      text: 'A quick job through the Datto RMM API runs a component on one device. The component must already exist in your account.',
      // Datto's OpenAPI file, read in copies.
      source: 'https://merlot-api.centrastage.net/api/v3/api-docs/Datto-RMM',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
