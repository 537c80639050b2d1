import type { Vendor } from './shape.ts'

/** What the documentation says about the API of GitHub. */
export const github = {
  name: 'GitHub',
  facts: {
    reportWebhook: {
      text: 'GitHub has a webhook for new private vulnerability reports, but not for new draft advisories.',
      source: 'https://github.com/orgs/community/discussions/67871',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
