import type { Vendor } from './shape.ts'

/** Facts about Cloudflare. */
export const cloudflare = {
  name: 'Cloudflare',
  sites: ['cloudflare.com'],
  facts: {
    tokens: {
      text: 'A Cloudflare API token can be limited to single zones, and to reading or editing their DNS records.',
      source: 'https://developers.cloudflare.com/api/tokens/create',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
