import type { Vendor } from './shape.ts'

/** What the documentation says about the API of HaloPSA. */
export const halopsa = {
  name: 'HaloPSA',
  facts: {
    apiAgent: {
      text: 'HaloPSA connects through an API-only agent, which does not use a license.',
      source: 'https://docs.getthread.com/article/7xcblfrlbu-how-to-setup-halo-psa-integration',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
