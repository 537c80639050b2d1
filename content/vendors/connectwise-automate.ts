import type { Vendor } from './shape.ts'

/** What the documentation says about the API of ConnectWise Automate. */
export const connectwiseAutomate = {
  name: 'ConnectWise Automate',
  facts: {
    integrator: {
      text: 'If the API account in ConnectWise Automate has multi-factor authentication, its Integrator box must be checked.',
      source: 'https://documentation.n-able.com/passportal/userguide/Content/rmm-integ/con-auto1-user-account.htm',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
