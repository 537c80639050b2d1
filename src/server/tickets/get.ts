import { contract } from '../../contract/index.ts'
import { TicketNumber } from '../../contract/tickets/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readTicket } from './write.ts'

/**
 * Returns the id of the ticket with a number such as T-1077. Throws NOT_FOUND when it does not exist or belongs to
 * another company.
 */
async function idOfNumber(db: Db, actor: Actor, number: string): Promise<string> {
  let query = db
    .selectFrom('tickets')
    .select('id')
    .where('number', '=', Number(number.slice(2)))
  // Naming the company lets the query use the index on company and number.
  if (actor.kind === 'tenant') query = query.where('company_id', '=', actor.companyId)
  const found = await query.executeTakeFirst()
  if (!found) throw refuse('NOT_FOUND')
  return found.id
}

/** Returns one ticket, by its id or its number. Throws NOT_FOUND when the actor has no such ticket. */
export const getTicket = action(contract.tickets.get, ({ platform, actor }, { id }) =>
  TicketNumber.safeParse(id).success
    ? platform.db.asActor(actor, async (db) => readTicket(db, actor, await idOfNumber(db, actor, id)))
    : platform.db.askAs(actor, (db) => readTicket(db, actor, id)),
)
