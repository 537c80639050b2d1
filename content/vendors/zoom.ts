import type { Vendor } from './shape.ts'

/** Facts about Zoom. */
export const zoom = {
  name: 'Zoom',
  sites: ['zoom.us'],
  facts: {
    transcripts: {
      text: 'Zoom reports finished transcripts for Business, Education and Enterprise licenses with cloud recording turned on.',
      source:
        'https://marketplace.zoom.us/docs/api-reference/webhook-reference/recording-events/recording-transcript-completed',
      checked: '2026-11-25',
    },
    phoneSetup: {
      text: 'The Zoom Phone API answers with error 403 if Zoom Phone is not set up in the account.',
      source: 'https://developers.zoom.us/docs/api/phone/',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
