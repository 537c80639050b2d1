import type { z } from 'zod'
import type { BookTime, TimeEntry } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { bookTime } from './book-time.ts'
import { workedOn } from './queries.ts'
import { read } from './read.ts'

/**
 * Books time on a ticket. NOT_FOUND without the ticket; a closed one takes time too: work is often written down later.
 * What was merged is booked where it went.
 */
export function book(
  context: Actored,
  input: z.infer<typeof BookTime> & { ticketId: string },
): Promise<z.infer<typeof TimeEntry>> {
  return createOnce(context, input, async (db) => {
    const { ticketId, ...time } = input
    const ticket = await workedOn(db, ticketId)
    if (!ticket) throw refuse('NOT_FOUND')
    const id = await bookTime(db, context, { companyId: ticket.company_id, ticketId: ticket.id }, time)
    return read(db, context.actor, id)
  })
}
