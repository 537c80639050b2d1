import type { Vendor } from './shape.ts'

/** Facts about HaloPSA. */
export const halopsa = {
  name: 'HaloPSA',
  sites: ['halopsa.com'],
  facts: {
    permissions: {
      text: 'A HaloPSA API application can do only what both the application and its agent are allowed to do.',
      source: 'https://halopsa.com/guides/article/?kbid=1566',
      by: 'vendor',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
