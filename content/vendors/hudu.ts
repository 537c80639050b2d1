import type { Vendor } from './shape.ts'

/** Facts about Hudu. */
export const hudu = {
  name: 'Hudu',
  sites: ['hudu.com'],
  facts: {
    keyScopes: {
      text: 'A Hudu API key can be made without access to passwords. It can be limited to companies and IP addresses.',
      source: 'https://support.hudu.com/hc/en-us/articles/11422780787735-REST-API',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
