import type { Vendor } from './shape.ts'

/** What the documentation says about the API of CrowdStrike. */
export const crowdstrike = {
  name: 'CrowdStrike',
  facts: {
    exclusions: {
      text: 'CrowdStrike has separate read permissions for its kinds of exclusions, such as “IOA Exclusions: Read”.',
      source: 'https://github.com/crowdstrike/psfalcon/wiki/Get-FalconIoaExclusion',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
