import type { Vendor } from './shape.ts'

/** What the documentation says about the API of RingCentral. */
export const ringcentral = {
  name: 'RingCentral',
  facts: {
    renewal: {
      text: 'RingCentral webhooks expire unless they are renewed.',
      source: 'http://ringcentral-api-docs.readthedocs.io/en/latest/webhooks/',
      checked: '2026-11-25',
    },
    callLog: {
      text: 'The RingCentral extension that connects needs permission to read the call log.',
      source: 'https://docs.workato.com/connectors/ringcentral/triggers/new-call.html',
      checked: '2026-11-25',
    },
    rateLimit: {
      text: 'RingCentral allows as few as 10 requests per user and minute for its heaviest API calls.',
      source:
        'https://raw.githubusercontent.com/api-evangelist/ringcentral/refs/heads/main/rate-limits/ringcentral-rate-limits.yml',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
