import type { Vendor } from './shape.ts'

/** Facts about Salesforce. */
export const salesforce = {
  name: 'Salesforce',
  sites: ['salesforce.com'],
  facts: {
    editions: {
      text: 'The Salesforce API is part of the Enterprise, Performance, Unlimited and Developer editions. Professional needs an add-on.',
      source: 'https://developer.salesforce.com/docs/platform/api-rest/guide/intro-rest-compatible-editions.md',
      checked: '2026-11-28',
    },
    apiEnabled: {
      text: 'A Salesforce user needs the right “API Enabled”. We see only what that user may see.',
      source: 'http://www.salesforce.com/us/developer/docs/api/Content/implementation_considerations.htm',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
