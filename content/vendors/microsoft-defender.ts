import type { Vendor } from './shape.ts'

/** Facts about Microsoft Defender. */
export const microsoftDefender = {
  name: 'Microsoft Defender',
  sites: ['microsoft.com'],
  facts: {
    exports: {
      text: 'Defender can list all known flaws in the software of a tenant. After that, it lists only what changed between two dates.',
      source: 'https://learn.microsoft.com/en-us/defender-endpoint/api/get-assessment-software-vulnerabilities',
      checked: '2026-11-25',
    },
    hunting: {
      text: 'Advanced hunting in Defender searches the past 30 days.',
      source: 'https://learn.microsoft.com/defender-xdr/api-advanced-hunting',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
