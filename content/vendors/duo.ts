import type { Vendor } from './shape.ts'

/** Facts about Duo. */
export const duo = {
  name: 'Duo',
  sites: ['duo.com'],
  facts: {
    adminApiPlans: {
      text: 'The Duo Admin API is part of the Premier, Advantage and Essentials plans.',
      source: 'https://duo.com/docs/adminapi',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
