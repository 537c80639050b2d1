import type { Vendor } from './shape.ts'

/** Facts about GitHub. */
export const github = {
  name: 'GitHub',
  sites: ['docs.github.com'],
  facts: {
    reportWebhook: {
      text: 'GitHub has a webhook for new private vulnerability reports, but not for new draft advisories.',
      source: 'https://github.com/orgs/community/discussions/67871',
      by: 'integrator',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
