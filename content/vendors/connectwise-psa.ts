import type { Vendor } from './shape.ts'

/** Facts about ConnectWise PSA. */
export const connectwisePsa = {
  name: 'ConnectWise PSA',
  sites: ['connectwise.com'],
  facts: {
    securityRole: {
      text: 'A ConnectWise PSA API member can do only what its security role allows, module by module.',
      // Read in a copy of this guide.
      source: 'https://developer.connectwise.com/Products/ConnectWise_PSA/Developer_Guide',
      checked: '2026-11-29',
    },
    callbacks: {
      text: 'Callbacks of ConnectWise PSA are set up through its REST API and send the ID of the ticket.',
      // Read in a copy of this guide.
      source: 'https://developer.connectwise.com/Products/ConnectWise_PSA/Developer_Guide',
      checked: '2026-11-29',
    },
    rateLimit: {
      text: 'ConnectWise PSA answers with error 429 when there are too many requests. Above 1,000 a minute, that is likely.',
      // Read in a copy of this guide.
      source: 'https://developer.connectwise.com/Products/ConnectWise_PSA/Developer_Guide',
      checked: '2026-11-29',
    },
    failedCallbacks: {
      text: 'ConnectWise PSA turns a callback off when it has failed on three days in a row.',
      // Read in a copy of this guide.
      source: 'https://developer.connectwise.com/Products/ConnectWise_PSA/Developer_Guide',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
