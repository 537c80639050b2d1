import type { Vendor } from './shape.ts'

/** Facts about Docusign. */
export const docusign = {
  name: 'Docusign',
  sites: ['docusign.com'],
  facts: {
    connect: {
      text: 'Docusign Connect can report each status of an envelope and of each signer.',
      source: 'https://www.docusign.com/blog/dsdev-webhook-listeners-part-1',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
