import { z } from 'zod'
import { everyone, op } from './base.ts'

/** A part of a text; `hit` when it is what was looked for. Text and never markup: the reader's screen marks it. */
export const Piece = z.object({ text: z.string(), hit: z.boolean() })

/** Something that was found, and where it is. */
export const Hit = z.object({
  kind: z.enum([
    'ticket',
    'automation',
    'company',
    'contact',
    'client',
    'user',
    'lead',
    'agreement',
    'product',
    'invoice',
    'project',
  ]),
  id: z.uuid(),
  title: z.string(),
  /** The title again, with what was looked for marked. */
  pieces: z.array(Piece),
  /** What tells it from others of the same name: number, company, address. */
  detail: z.string(),
  /** A line of its text that has the words, where the title alone does not say why it was found. */
  text: z.array(Piece).nullable(),
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
    .output(
      z.object({
        items: z.array(Hit),
        /** What was looked for in tickets because nothing has what was typed; null when it is that. */
        instead: z.string().nullable(),
      }),
    ),
}
