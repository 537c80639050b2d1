import type { Vendor } from './shape.ts'

/** Facts about Datto backup products. */
export const dattoBackup = {
  name: 'Datto backup products',
  sites: ['datto.com'],
  facts: {
    portalKey: {
      text: 'An administrator creates the API key in the Datto Partner Portal.',
      source:
        'https://saasprotection.datto.com/help/M365/Content/Other_Administrative_Tasks/using-rest-api-saas-protection.htm',
      checked: '2026-11-25',
    },
    seatData: {
      text: 'The REST API of Datto SaaS Protection returns backup status and seat data.',
      source:
        'https://saasprotection.datto.com/help/M365/Content/Other_Administrative_Tasks/using-rest-api-saas-protection.htm',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
