import { WATCHERS_MAX } from '../../../contract/tickets/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import type { Locked } from '../queries.ts'
import { addTicketWatchers, notifyWatchers } from './watchers.ts'

const own = (db: Db, actor: Actor, ticket: Locked) =>
  db
    .selectFrom('ticket_watchers')
    .select('id')
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('user_id', '=', actor.userId)

/** Returns whether the actor watches the ticket. */
export const isWatching = async (db: Db, actor: Actor, ticket: Locked): Promise<boolean> =>
  (await own(db, actor, ticket).executeTakeFirst()) !== undefined

/**
 * Makes the actor watch a locked ticket, or stop watching it. Returns false when nothing changes. Throws UNPROCESSABLE
 * when the ticket has no room for another watcher.
 */
export async function watchLocked(db: Db, context: ActorContext, ticket: Locked, on: boolean): Promise<boolean> {
  const { actor } = context
  if ((await isWatching(db, actor, ticket)) === on) return false
  if (on) {
    if ((await addTicketWatchers(db, actor, ticket, [{ kind: 'user', id: actor.userId }])) === 0)
      throw refuse('UNPROCESSABLE', { fields: { watch: [`This ticket already has ${WATCHERS_MAX} watchers.`] } })
  } else
    await db
      .deleteFrom('ticket_watchers')
      .where('company_id', '=', ticket.company_id)
      .where('ticket_id', '=', ticket.id)
      .where('user_id', '=', actor.userId)
      .execute()
  await recordAudit(db, context, {
    companyId: ticket.company_id,
    action: on ? 'ticket.watch' : 'ticket.unwatch',
    subjectType: 'ticket',
    subjectId: ticket.id,
    [on ? 'after' : 'before']: { userId: actor.userId },
  })
  await notifyWatchers(db, actor, ticket, true)
  return true
}
