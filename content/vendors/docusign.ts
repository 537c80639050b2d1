import type { Vendor } from './shape.ts'

/** What the documentation says about the API of DocuSign. */
export const docusign = {
  name: 'DocuSign',
  facts: {
    connect: {
      text: 'DocuSign Connect can report each status of an envelope and of each signer.',
      source: 'https://www.docusign.com/blog/dsdev-webhook-listeners-part-1',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
