import { WATCHERS_MAX } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { Locked } from './queries.ts'
import { tellWatchers, watch } from './watchers.ts'

const own = (db: Db, actor: Actor, ticket: Locked) =>
  db
    .selectFrom('ticket_watchers')
    .select('id')
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('user_id', '=', actor.userId)

/** Whether the actor watches the ticket. */
export const watches = async (db: Db, actor: Actor, ticket: Locked): Promise<boolean> =>
  (await own(db, actor, ticket).executeTakeFirst()) !== undefined

/** Has the actor watch a ticket that was taken for it, or no longer; false when it is so already. UNPROCESSABLE when it is full. */
export async function watchTaken(db: Db, context: Actored, ticket: Locked, on: boolean): Promise<boolean> {
  const { actor } = context
  if ((await watches(db, actor, ticket)) === on) return false
  if (on) {
    if ((await watch(db, actor, ticket, [{ kind: 'user', id: actor.userId }])) === 0)
      throw refuse('UNPROCESSABLE', { fields: { watch: [`It has ${WATCHERS_MAX} watchers already.`] } })
  } else
    await db
      .deleteFrom('ticket_watchers')
      .where('company_id', '=', ticket.company_id)
      .where('ticket_id', '=', ticket.id)
      .where('user_id', '=', actor.userId)
      .execute()
  await record(db, context, {
    companyId: ticket.company_id,
    action: on ? 'ticket.watch' : 'ticket.unwatch',
    subjectType: 'ticket',
    subjectId: ticket.id,
    [on ? 'after' : 'before']: { userId: actor.userId },
  })
  await tellWatchers(db, actor, ticket, true)
  return true
}
