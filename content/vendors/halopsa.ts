import type { Vendor } from './shape.ts'

/** Facts about HaloPSA. */
export const halopsa = {
  name: 'HaloPSA',
  sites: ['halopsa.com'],
  facts: {
    permissions: {
      text: 'In HaloPSA, the API application and the agent that it uses both need each right.',
      source: 'https://halopsa.com/guides/article/?kbid=1566',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
