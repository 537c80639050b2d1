import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Zoom. */
export const zoom = {
  name: 'Zoom',
  facts: {
    transcripts: {
      text: 'Zoom reports finished transcripts for Business, Education and Enterprise licenses with cloud recording turned on.',
      source:
        'https://marketplace.zoom.us/docs/api-reference/webhook-reference/recording-events/recording-transcript-completed',
      checked: '2026-11-25',
    },
    phoneRecordings: {
      text: 'To list Zoom Phone recordings, Zoom asks for a Pro or higher plan, a Zoom Phone license and administrator rights.',
      source: 'https://www.withone.ai/knowledge/zoom/conn_mod_def%3A%3AGJ8etS2w2n8%3A%3AyvaqbtdzRT6N-MA1y8V9-w',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
