import type { Vendor } from './shape.ts'

/** Facts about GitHub. */
export const github = {
  name: 'GitHub',
  sites: ['docs.github.com', 'github.com/orgs/community'],
  facts: {
    reportWebhook: {
      text: 'GitHub has a webhook for a new private report of a flaw. It has none for a new draft advisory.',
      // Answered by GitHub.
      source: 'https://github.com/orgs/community/discussions/67871',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
