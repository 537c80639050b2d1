import type { Vendor } from './shape.ts'

/** Facts about Slack. */
export const slack = {
  name: 'Slack',
  sites: ['slack.com', 'slack.dev'],
  facts: {
    posting: {
      text: 'Slack generally allows an app to post one message per second per channel.',
      source: 'https://api.slack.com/docs/rate-limits',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
