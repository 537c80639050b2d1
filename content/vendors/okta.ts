import type { Vendor } from './shape.ts'

/** Facts about Okta. */
export const okta = {
  name: 'Okta',
  sites: ['okta.com'],
  facts: {
    tokens: {
      text: 'An Okta API token has the rights of the user who made it. It is revoked after 30 days without use.',
      source: 'https://help.okta.com/en-us/Content/Topics/security/api.htm',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
