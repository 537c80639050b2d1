import type { Vendor } from './shape.ts'

/** Facts about QuickBooks Online. */
export const quickbooks = {
  name: 'QuickBooks Online',
  sites: ['intuit.com'],
  facts: {
    rateLimit: {
      text: 'QuickBooks Online accepts 500 requests a minute per company, and 10 a second per company and app.',
      source: 'https://developer.intuit.com/app/developer/qbo/docs/learn/limits-and-throttles',
      checked: '2026-11-28',
    },
    changeData: {
      text: 'Change data capture in QuickBooks Online goes back 30 days and returns up to 1,000 objects at a time.',
      source:
        'https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/change-data-capture',
      checked: '2026-11-25',
    },
    scope: {
      text: 'The accounting scope of QuickBooks Online lets an app read and update data.',
      source: 'https://developer.intuit.com/app/developer/qbo/docs/learn/scopes',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
