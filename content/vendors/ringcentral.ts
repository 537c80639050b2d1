import type { Vendor } from './shape.ts'

/** Facts about RingCentral. */
export const ringcentral = {
  name: 'RingCentral',
  sites: ['ringcentral.com', 'ringcentral-api-docs.readthedocs.io'],
  facts: {
    renewal: {
      text: 'RingCentral webhooks expire unless they are renewed.',
      source: 'http://ringcentral-api-docs.readthedocs.io/en/latest/webhooks/',
      checked: '2026-11-25',
    },
    callLog: {
      text: 'The RingCentral call log needs an access token with the permission `ReadCallLog`.',
      source: 'https://developers.ringcentral.com/guide/voice/call-log/access',
      checked: '2026-11-28',
    },
    rateLimit: {
      text: 'RingCentral groups API calls by weight and limits each group per user and app in a time window.',
      source: 'https://developers.ringcentral.com/guide/basics/rate-limits',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
