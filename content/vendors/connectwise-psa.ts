import type { Vendor } from './shape.ts'

/** Facts about ConnectWise PSA. */
export const connectwisePsa = {
  name: 'ConnectWise PSA',
  sites: ['connectwise.com'],
  facts: {
    securityRole: {
      text: 'A ConnectWise PSA API member can do only what its security role allows, module by module.',
      source: 'https://documentation.commvault.com/11.44/software/connectwise_manage_permissions.html',
      by: 'integrator',
      checked: '2026-11-25',
    },
    closingTickets: {
      text: 'In ConnectWise PSA, closing service tickets is a permission of its own.',
      source:
        'https://documentation.n-able.com/N-central/userguide/Content/Administration/PSA_Integration/ConnectWise/PSA_ConnectWise_Member_Permissions.htm',
      by: 'integrator',
      checked: '2026-11-25',
    },
    callbacks: {
      text: 'Callbacks of ConnectWise PSA are set up through its REST API and send the ID of the ticket.',
      source: 'https://developer.fieldnation.com/docs/connectors/platforms/connectwise/guides/callback-setup/',
      by: 'integrator',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
