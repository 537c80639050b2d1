import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Dell. */
export const dell = {
  name: 'Dell',
  facts: {
    warrantyApi: {
      text: 'Dell warranty lookups need a Dell TechDirect API account with its own key.',
      source: 'https://docs.tripl-i.com/docs/modules/asset-management/warranty-management',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
