import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Salesforce. */
export const salesforce = {
  name: 'Salesforce',
  facts: {
    editions: {
      text: 'Salesforce includes the API in the Enterprise, Unlimited, Performance and Developer editions; for Professional it has to be bought.',
      source: 'https://octoboard.com/nl/support/how-to-connect-to-salesforce',
      checked: '2026-11-25',
    },
    apiEnabled: {
      text: 'A Salesforce user needs the permission “API Enabled”, and the integration sees only what that user may see.',
      source: 'http://www.salesforce.com/us/developer/docs/api/Content/implementation_considerations.htm',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
