import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Pax8. */
export const pax8 = {
  name: 'Pax8',
  facts: {
    mockOrders: {
      text: 'Pax8 can validate an order as a mock order without saving it.',
      source:
        'https://www.powershellgallery.com/packages/Kritical.PS.Pax8API/0.1.0/Content/Pax8API%5CPublic%5CPartner%5CNew-Pax8Order.ps1',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
