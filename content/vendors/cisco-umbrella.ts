import type { Vendor } from './shape.ts'

/** Facts about Cisco Umbrella. */
export const ciscoUmbrella = {
  name: 'Cisco Umbrella',
  sites: ['cisco.com'],
  facts: {
    allowLists: {
      text: 'A Cisco Umbrella allow list takes domains and IP addresses, not full URLs.',
      source: 'https://developer.cisco.com/docs/cloud-security/umbrella-api-reference-destination-lists-overview',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
