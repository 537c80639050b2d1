import type { Vendor } from './shape.ts'

/** Facts about Pax8. */
export const pax8 = {
  name: 'Pax8',
  sites: ['pax8.com'],
  facts: {
    mockOrders: {
      text: 'Pax8 can validate an order as a mock order without placing it.',
      source: 'https://devx.pax8.com/docs/ordering-details',
      checked: '2026-11-28',
    },
    thirdParties: {
      text: 'Pax8 API credentials are for internal use. A third party connects with OAuth 2.0 delegation.',
      source: 'https://devx.pax8.com/docs/public-api-details',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
