import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockTicket, readTicket } from '../write.ts'
import { notifyWatchers } from './watchers.ts'

/**
 * Removes a watcher from a ticket, and returns the ticket. Throws NOT_FOUND when the watcher does not exist or the
 * actor may not see them, and what `lockTicket` throws.
 */
export const removeWatcher = action(contract.tickets.removeWatcher, (context, { id, watcherId }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await lockTicket(db, actor, id)
    const deleted = await db
      .deleteFrom('ticket_watchers')
      .where('company_id', '=', ticket.company_id)
      .where('ticket_id', '=', id)
      .where('id', '=', watcherId)
      .returning(['user_id', 'contact_id', 'staff_only'])
      .executeTakeFirst()
    if (!deleted) throw refuse('NOT_FOUND')
    await recordAudit(db, context, {
      companyId: ticket.company_id,
      action: 'ticket.unwatch',
      subjectType: 'ticket',
      subjectId: id,
      before: deleted.user_id ? { userId: deleted.user_id } : { contactId: deleted.contact_id },
    })
    await notifyWatchers(db, actor, ticket, deleted.staff_only)
    return readTicket(db, actor, id)
  })
})
