import type { Vendor } from './shape.ts'

/** Facts about Cisco Meraki. */
export const ciscoMeraki = {
  name: 'Cisco Meraki',
  sites: ['cisco.com', 'meraki.com'],
  facts: {
    rateLimit: {
      text: 'You get 10 API requests a second for each Cisco Meraki organization. All applications share them.',
      source: 'https://developer.cisco.com/meraki/api-v1/rate-limit',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
