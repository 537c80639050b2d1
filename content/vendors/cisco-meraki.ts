import type { Vendor } from './shape.ts'

/** Facts about Cisco Meraki. */
export const ciscoMeraki = {
  name: 'Cisco Meraki',
  sites: ['cisco.com', 'meraki.com'],
  facts: {
    rateLimit: {
      text: 'The Cisco Meraki API allows 10 requests a second per organization, shared by all applications.',
      source: 'https://developer.cisco.com/meraki/api-v1/rate-limit',
      by: 'vendor',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
