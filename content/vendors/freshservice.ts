import type { Vendor } from './shape.ts'

/** Facts about Freshservice. */
export const freshservice = {
  name: 'Freshservice',
  sites: ['freshservice.com'],
  facts: {
    rateLimit: {
      text: 'Freshservice limits API requests per minute for the whole account, from 100 on Starter to 500 on Enterprise.',
      source: 'https://docs.exalate.com/docs/freshservice-rate-limits',
      by: 'integrator',
      checked: '2026-11-28',
    },
  },
} satisfies Vendor
