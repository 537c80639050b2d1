import type { Vendor } from './shape.ts'

/** Facts about N-able N-central. */
export const nAble = {
  name: 'N-able N-central',
  sites: ['n-able.com'],
  facts: {
    apiUser: {
      text: 'The N-central API needs a user with a role and an access group, and with two-factor authentication turned off.',
      source: 'https://documentation.n-able.com/N-central/userguide/Content/REST_APIs/api-access-prerequisites.htm',
      checked: '2026-11-25',
    },
    concurrency: {
      text: 'N-central allows between 3 and 50 API calls at the same time, depending on the endpoint.',
      source: 'https://documentation.n-able.com/N-central/preview/rest_api_preview/Content/REST_APIs/api-faq.htm',
      checked: '2026-11-25',
    },
    scripts: {
      text: 'The N-central API runs only scripts that are already in the script repository.',
      source: 'https://documentation.n-able.com/N-central/preview/rest_api_preview/Content/REST_APIs/api-faq.htm',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
