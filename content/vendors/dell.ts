import type { Vendor } from './shape.ts'

/** Facts about Dell. */
export const dell = {
  name: 'Dell',
  sites: ['dell.com'],
  facts: {
    warrantyApi: {
      text: 'Dell warranty lookups need a Dell TechDirect API account with its own key.',
      source: 'https://docs.tripl-i.com/docs/modules/asset-management/warranty-management',
      by: 'integrator',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
