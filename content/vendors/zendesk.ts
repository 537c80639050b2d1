import type { Vendor } from './shape.ts'

/** Facts about Zendesk. */
export const zendesk = {
  name: 'Zendesk',
  sites: ['zendesk.com'],
  facts: {
    permissions: {
      text: 'The Zendesk Help Center API returns only what the user of the request may see.',
      source: 'https://developer.zendesk.com/api-reference/help_center/help-center-api/introduction/',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
