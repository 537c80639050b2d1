import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Power BI. */
export const powerBi = {
  name: 'Power BI',
  facts: {
    refresh: {
      text: 'Power BI Pro refreshes a dataset up to 8 times a day on a schedule.',
      source: 'https://www.thebricks.com/resources/guide-how-many-refreshes-in-power-bi-pro',
      checked: '2026-11-25',
    },
    readers: {
      text: 'Without Premium or Fabric capacity, people who read a shared Power BI report need a paid license, too.',
      source: 'https://abtrainings.com/?p=8744',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
