import type { Vendor } from './shape.ts'

/** Facts about PandaDoc. */
export const pandadoc = {
  name: 'PandaDoc',
  sites: ['pandadoc.com'],
  facts: {
    productionKey: {
      text: 'PandaDoc turns on the production key of its API on request. It charges for the documents that you create.',
      source: 'https://developers.pandadoc.com/docs/tldr',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
