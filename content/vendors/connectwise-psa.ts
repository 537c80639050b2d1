import type { Vendor } from './shape.ts'

/** What the documentation says about the API of ConnectWise PSA. */
export const connectwisePsa = {
  name: 'ConnectWise PSA',
  facts: {
    securityRole: {
      text: 'A ConnectWise PSA API member can do only what its security role allows, module by module.',
      source: 'https://documentation.commvault.com/11.44/software/connectwise_manage_permissions.html',
      checked: '2026-11-25',
    },
    closingTickets: {
      text: 'In ConnectWise PSA, closing service tickets is a permission of its own.',
      source:
        'https://documentation.n-able.com/N-central/userguide/Content/Administration/PSA_Integration/ConnectWise/PSA_ConnectWise_Member_Permissions.htm',
      checked: '2026-11-25',
    },
    callbacks: {
      text: 'ConnectWise PSA sends a callback with a summary when a record is saved, and it can be limited to certain boards.',
      source:
        'https://gitea.resolutionflow.com/chihlasm/resolutionflow/src/branch/main/docs/connectwise/best-practices/PSA-Callbacks.md',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
