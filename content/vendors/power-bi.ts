import type { Vendor } from './shape.ts'

/** Facts about Power BI. */
export const powerBi = {
  name: 'Power BI',
  sites: ['microsoft.com'],
  facts: {
    refresh: {
      text: 'In shared capacity, Power BI refreshes a dataset up to 8 times a day. Refreshes through the API count, too.',
      source: 'https://learn.microsoft.com/rest/api/power-bi/datasets/refresh-dataset-in-group',
      checked: '2026-11-28',
    },
    readers: {
      text: 'People who read a shared Power BI report need a paid license, too. They don’t if the report is in Premium capacity or in Fabric capacity of size F64 or larger.',
      source: 'https://learn.microsoft.com/fabric/enterprise/fabric-features',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
