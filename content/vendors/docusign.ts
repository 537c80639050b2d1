import type { Vendor } from './shape.ts'

/** Facts about DocuSign. */
export const docusign = {
  name: 'DocuSign',
  sites: ['docusign.com'],
  facts: {
    connect: {
      text: 'DocuSign Connect can report each status of an envelope and of each signer.',
      source: 'https://www.docusign.com/blog/dsdev-webhook-listeners-part-1',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
