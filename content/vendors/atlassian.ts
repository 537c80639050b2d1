import type { Vendor } from './shape.ts'

/** Facts about Confluence and Jira. */
export const atlassian = {
  name: 'Atlassian',
  sites: ['atlassian.com'],
  facts: {
    tokens: {
      text: 'An Atlassian API token expires after one year at most.',
      source: 'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
