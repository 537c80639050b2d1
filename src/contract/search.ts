import { z } from 'zod'
import { everyone, op } from './base.ts'

/** A part of a text. `hit` marks a match. Always plain text: the screen adds the markup. */
export const Piece = z.object({ text: z.string(), hit: z.boolean() })

/** A search result. */
export const Hit = z.object({
  /** Results are sorted in this order, and so are the groups of the palette. */
  kind: z.enum([
    'ticket',
    'automation',
    'company',
    'contact',
    'client',
    'user',
    'lead',
    'agreement',
    'project',
    'product',
    'invoice',
  ]),
  id: z.uuid(),
  title: z.string(),
  /** The title again, with the matches marked. */
  pieces: z.array(Piece),
  /** Tells it apart from others with the same name: number, company, address. */
  detail: z.string(),
  /** A line of its text that contains the words, when the title alone does not show why it matched. */
  text: z.array(Piece).nullable(),
  /** The path in the portal that it opens. */
  path: z.string(),
})

export const search = {
  everywhere: op('GET', '/search', {
    roles: everyone,
    tag: 'search',
    summary: 'Search everything you can see by name, number or text; sorted by kind, then best matches first',
  })
    .input(z.object({ q: z.string().trim().min(1, 'Enter a search term.').max(200, 'At most 200 characters.') }))
    .output(
      z.object({
        items: z.array(Hit),
        /** The corrected search words for tickets, when nothing matched the original ones. Null otherwise. */
        instead: z.string().nullable(),
      }),
    ),
}
