import type { z } from 'zod'
import type { BookTime, TimeEntry } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { bookTime } from './book-time.ts'
import { read } from './read.ts'

/** Books time on a ticket. NOT_FOUND without the ticket; a closed one takes time too: work is often written down later. */
export function book(
  context: Actored,
  input: z.infer<typeof BookTime> & { ticketId: string },
): Promise<z.infer<typeof TimeEntry>> {
  return createOnce(context, input, async (db) => {
    const { ticketId, ...time } = input
    const ticket = await db.selectFrom('tickets').select('company_id').where('id', '=', ticketId).executeTakeFirst()
    if (!ticket) throw refuse('NOT_FOUND')
    const id = await bookTime(db, context, { companyId: ticket.company_id, ticketId }, time)
    return read(db, context.actor, id)
  })
}
