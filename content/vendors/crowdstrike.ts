import type { Vendor } from './shape.ts'

/** Facts about CrowdStrike. */
export const crowdstrike = {
  name: 'CrowdStrike',
  sites: ['crowdstrike.com', 'github.com/crowdstrike'],
  facts: {
    exclusions: {
      text: 'CrowdStrike has a separate right to read each kind of exclusion, such as “IOA Exclusions: Read”.',
      source: 'https://github.com/crowdstrike/psfalcon/wiki/Get-FalconIoaExclusion',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
