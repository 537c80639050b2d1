import { contract } from '../../../contract/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { lockNext } from '../queries.ts'
import { readTicket } from '../write.ts'
import { assignLocked } from './assign.ts'

/**
 * Assigns the most urgent unassigned ticket that staff can work on to the caller. Returns null when there is none. Two
 * callers at the same time get two tickets, because locked ones are skipped.
 */
export const takeNext = action(contract.tickets.takeNext, (context) => {
  const { actor } = context
  return createOnce(context, {}, async (db) => {
    const ticket = await lockNext(db)
    if (!ticket) return { ticket: null }
    await assignLocked(db, context, ticket, actor.userId)
    return { ticket: await readTicket(db, actor, ticket.id) }
  })
})
