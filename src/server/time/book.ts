import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { startBooking } from './book-time.ts'
import { taskWorkedOn, workedOn } from './queries.ts'
import { readTime } from './read.ts'

/**
 * Books time on a ticket. Throws NOT_FOUND when there is no such ticket, and what `writeBooking` throws. A closed
 * ticket accepts time too, because work is often recorded later. Time on a merged ticket is booked on the one that it
 * was merged into.
 */
export const bookTime = action(contract.time.book, (context, input) => {
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
    const entry = readTime(db, context.actor, id)
    entry.catch(() => {})
    await done
    return entry
  })
})

/**
 * Books time on a task of a project. Throws NOT_FOUND when there is no such task, and what `writeBooking` throws. A
 * project that has ended accepts time too, because work is often recorded later.
 */
export const bookOnTask = action(contract.time.bookOnTask, (context, input) => {
  return createOnce(context, input, async (db) => {
    const { taskId, ...time } = input
    const task = await taskWorkedOn(db, taskId)
    if (!task) throw refuse('NOT_FOUND')
    const on = { companyId: task.company_id, taskId: task.id, agreementId: task.agreement_id }
    const { id, done } = await startBooking(db, context, on, time)
    await done
    return readTime(db, context.actor, id)
  })
})
