import type { Vendor } from './shape.ts'

/** Facts about IT Glue. */
export const itGlue = {
  name: 'IT Glue',
  sites: ['itglue.com', 'kaseya.com'],
  facts: {
    plan: {
      text: 'The IT Glue API is for accounts on the Enterprise plan.',
      source:
        'https://help.itglue.kaseya.com/help/Content/1-admin/it-glue-api/getting-started-with-the-it-glue-api.html',
      checked: '2026-11-25',
    },
    syncedOrganizations: {
      text: 'The IT Glue API cannot update an organization that syncs with your PSA.',
      source: 'https://api.itglue.com/developer',
      checked: '2026-11-25',
    },
    pageSize: {
      text: 'The IT Glue API returns up to 1,000 records per page.',
      source: 'https://api.itglue.com/developer',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
