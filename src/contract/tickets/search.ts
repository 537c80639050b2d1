// Where a search matched a ticket.
import { z } from 'zod'
import { Piece } from '../search.ts'

/** The matches of a search in a ticket: its subject, and the line of its text that contains most of the words. */
export const Found = z.object({
  subject: z.array(Piece),
  text: z.array(Piece).nullable(),
  /** Where that line is. */
  in: z.enum(['description', 'reply', 'note']).nullable(),
})
