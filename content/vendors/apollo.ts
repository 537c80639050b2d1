import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Apollo. */
export const apollo = {
  name: 'Apollo',
  facts: {
    credits: {
      text: 'Apollo charges credits for each company record that it finds and enriches.',
      source: 'https://docs.apollo.io/docs/api-pricing',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
