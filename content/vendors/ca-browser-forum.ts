import type { Vendor } from './shape.ts'

/** Facts about CA/Browser Forum. */
export const caBrowserForum = {
  name: 'CA/Browser Forum',
  sites: ['cabforum.org'],
  facts: {
    certificateLifetime: {
      text: 'Public TLS certificates issued since March 15, 2026 are valid for 200 days at most.',
      source:
        'https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
