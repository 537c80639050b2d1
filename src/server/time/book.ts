import type { z } from 'zod'
import type { BookTime, TimeEntry } from '../../contract/time.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { startBooking } from './book-time.ts'
import { taskWorkedOn, workedOn } from './queries.ts'
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
    const on = {
      companyId: ticket.company_id,
      ticketId: ticket.id,
      agreementId: ticket.agreement_id,
      repair: ticket.repair,
    }
    const { id, done, asked } = await startBooking(db, context, on, time)
    if (!asked) await done
    const entry = read(db, context.actor, id)
    entry.catch(() => {})
    await done
    return entry
  })
}

/** Books time on a task of a project. NOT_FOUND without the task; a project that is over takes time too: work is often written down later. */
export function bookOnTask(
  context: Actored,
  input: z.infer<typeof BookTime> & { taskId: string },
): Promise<z.infer<typeof TimeEntry>> {
  return createOnce(context, input, async (db) => {
    const { taskId, ...time } = input
    const task = await taskWorkedOn(db, taskId)
    if (!task) throw refuse('NOT_FOUND')
    const on = { companyId: task.company_id, taskId: task.id, agreementId: task.agreement_id }
    const { id, done } = await startBooking(db, context, on, time)
    await done
    return read(db, context.actor, id)
  })
}
