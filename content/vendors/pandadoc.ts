import type { Vendor } from './shape.ts'

/** What the documentation says about the API of PandaDoc. */
export const pandadoc = {
  name: 'PandaDoc',
  facts: {
    plan: {
      text: 'The production API of PandaDoc needs an active Enterprise plan.',
      source:
        'https://raw.githubusercontent.com/api-evangelist/pandadoc/refs/heads/main/openapi/pandadoc-rest-api-openapi.yml',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
