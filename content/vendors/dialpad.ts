import type { Vendor } from './shape.ts'

/** Facts about Dialpad. */
export const dialpad = {
  name: 'Dialpad',
  sites: ['dialpad.com'],
  facts: {
    recordings: {
      text: 'Dialpad adds the address of a recording to its call events only with the `recordings_export` scope.',
      source: 'https://developers.dialpad.com/v1.0-archive/reference/call_event_subscriptioncreateorupdate',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
