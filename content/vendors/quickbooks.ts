import type { Vendor } from './shape.ts'

/** Facts about QuickBooks Online. */
export const quickbooks = {
  name: 'QuickBooks Online',
  facts: {
    rateLimit: {
      text: 'QuickBooks Online accepts 500 requests a minute and 10 at the same time per company.',
      source: 'https://blogs.intuit.com/2016/08/08/idg-concurrent-api-use-changes-coming-soon',
      checked: '2026-11-25',
    },
    changeData: {
      text: 'Change data capture in QuickBooks Online goes back 30 days and returns up to 1,000 objects at a time.',
      source:
        'https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/change-data-capture',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
