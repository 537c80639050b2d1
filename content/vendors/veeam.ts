import type { Vendor } from './shape.ts'

/** Facts about Veeam. */
export const veeam = {
  name: 'Veeam',
  sites: ['veeam.com'],
  facts: {
    restPort: {
      text: 'The REST API of Veeam Backup & Replication uses port 9419 by default.',
      source: 'https://helpcenter.veeam.com/references/vbr/13/rest/1.3-rev0/tag/SectionOverview',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
