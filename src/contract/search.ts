import { z } from 'zod'
import { everyone, op } from './base.ts'

/** Something that was found, and where it is. */
export const Hit = z.object({
  kind: z.enum(['ticket', 'company', 'contact', 'client', 'user', 'lead']),
  id: z.uuid(),
  title: z.string(),
  /** What tells it from others of the same name: number, company, address. */
  detail: z.string(),
  /** Where it opens in the portal. */
  path: z.string(),
})

export const search = {
  everywhere: op('GET', '/search', {
    roles: everyone,
    tag: 'search',
    summary: 'What the reader may see whose name, number or text has these words; best first',
  })
    .input(z.object({ q: z.string().trim().min(1, 'Type what you look for.').max(200, 'At most 200 characters.') }))
    .output(z.object({ items: z.array(Hit) })),
}
