import { contract } from '../../../contract/index.ts'
import { WATCHERS_MAX } from '../../../contract/tickets/index.ts'
import { welcomeContacts } from '../../contacts/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockTicket, readTicket } from '../write.ts'
import { addTicketWatchers, checkWatchers, notifyWatchers, watcherRows } from './watchers.ts'

/**
 * Adds a watcher to a ticket. Does nothing for the requester or for someone who already watches. Throws UNPROCESSABLE
 * when the person may not watch the ticket, or when the company has asked too many contacts today whether they want
 * mail. Throws WATCHERS_FULL when the ticket has no room for more, and what `lockTicket` throws.
 */
export const addWatcher = action(contract.tickets.addWatcher, (context, { id, who }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await lockTicket(db, actor, id)
    await checkWatchers(db, actor, ticket.company_id, [who], 'who')
    const now = await watcherRows(db, ticket)
    if (now.some((w) => (w.user_id ?? w.contact_id) === who.id)) return readTicket(db, actor, id)
    if (now.length >= WATCHERS_MAX) throw refuse('WATCHERS_FULL')
    if (who.kind === 'contact') await welcomeContacts({ platform, db, actor }, ticket.company_id, [who.id], 'who')
    if ((await addTicketWatchers(db, actor, ticket, [who])) > 0) {
      await recordAudit(db, context, {
        companyId: ticket.company_id,
        action: 'ticket.watch',
        subjectType: 'ticket',
        subjectId: id,
        after: { [who.kind === 'user' ? 'userId' : 'contactId']: who.id },
      })
      await notifyWatchers(db, actor, ticket, actor.kind === 'staff' && who.id === actor.userId)
    }
    return readTicket(db, actor, id)
  })
})
