import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Huntress. */
export const huntress = {
  name: 'Huntress',
  facts: {
    credentials: {
      text: 'Huntress API credentials are created in an account that has been granted access to the API.',
      source: 'https://api.huntress.io/docs',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
