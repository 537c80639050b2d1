import { z } from 'zod'
import { op } from './base.ts'

export const site = {
  get: op('GET', '/site', {
    roles: [],
    tag: 'site',
    summary: 'Get the publishable key and the brand',
  }).output(
    z.object({
      publishableKey: z.string(),
      /** Whether a language model is configured that makes suggestions to staff. */
      suggestions: z.boolean(),
      brand: z.object({ shortName: z.string(), longName: z.string(), slug: z.string(), supportEmail: z.string() }),
    }),
  ),
}
