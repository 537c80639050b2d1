import type { Vendor } from './shape.ts'

/** Facts about CA/Browser Forum. */
export const caBrowserForum = {
  name: 'CA/Browser Forum',
  sites: ['cabforum.org'],
  facts: {
    certificateLifetime: {
      text: 'Public TLS certificates issued since March 15, 2026 are valid for 200 days at most.',
      source: 'https://www.digicert.com/blog/tls-certificate-lifetimes-will-officially-reduce-to-47-days',
      by: 'integrator',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
