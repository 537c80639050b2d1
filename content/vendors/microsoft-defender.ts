import type { Vendor } from './shape.ts'

/** Facts about Microsoft Defender. */
export const microsoftDefender = {
  name: 'Microsoft Defender',
  sites: ['microsoft.com'],
  facts: {
    exports: {
      text: 'Defender exports all software vulnerabilities of a tenant, and after that only the changes between two dates.',
      source: 'https://learn.microsoft.com/en-us/defender-endpoint/api/get-assessment-software-vulnerabilities',
      by: 'vendor',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
