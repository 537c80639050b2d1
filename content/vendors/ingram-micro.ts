import type { Vendor } from './shape.ts'

/** Facts about Ingram Micro. */
export const ingramMicro = {
  name: 'Ingram Micro',
  sites: ['ingrammicro.com', 'github.com/ingrammicro-xvantage'],
  facts: {
    orderStatus: {
      text: 'Ingram Micro can send the tracking and serial numbers of each shipment to a webhook.',
      source: 'https://github.com/ingrammicro-xvantage/xi-sdk-resellers-python/blob/main/docs/OrderStatusApi.md',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
