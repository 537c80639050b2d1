import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Microsoft Defender. */
export const microsoftDefender = {
  name: 'Microsoft Defender',
  facts: {
    exports: {
      text: 'Defender exports all software vulnerabilities of a tenant, and after that only the changes between two dates.',
      source: 'https://learn.microsoft.com/en-us/defender-endpoint/api/get-assessment-software-vulnerabilities',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
