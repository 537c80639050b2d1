import type { Vendor } from './shape.ts'

/** Facts about Datto RMM. */
export const dattoRmm = {
  name: 'Datto RMM',
  sites: ['datto.com'],
  facts: {
    apiAccess: {
      text: 'An administrator has to turn on API access in Datto RMM and generate the keys for one user.',
      source: 'https://rmm.datto.com/help/en/Content/2SETUP/APIv2.htm',
      by: 'vendor',
      checked: '2026-11-25',
    },
    readLimit: {
      text: 'Datto RMM allows 600 API requests in 60 seconds, counted over the whole account.',
      source: 'https://rmm.datto.com/help/en/Content/2SETUP/APIv2.htm',
      by: 'vendor',
      checked: '2026-11-25',
    },
    webhooks: {
      text: 'A Datto RMM monitor can call a webhook when an alert is triggered and, if you want, when it is resolved.',
      source: 'https://rmm.datto.com/help/en/Content/3NEWUI/Monitors/Webhooks.htm',
      by: 'vendor',
      checked: '2026-11-25',
    },
    quickJobs: {
      text: 'A quick job through the Datto RMM API runs a component that already exists for the device’s site.',
      source: 'https://docs.rallied.ai/integrations/datto-rmm',
      by: 'integrator',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
