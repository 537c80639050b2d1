import type { Vendor } from './shape.ts'

/** Facts about Google Workspace. */
export const googleWorkspace = {
  name: 'Google Workspace',
  sites: ['google.com'],
  facts: {
    directoryLimit: {
      text: 'By default, the Directory API allows 2,400 queries a minute for each user and project.',
      source: 'https://developers.google.com/admin-sdk/directory/v1/limits',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
