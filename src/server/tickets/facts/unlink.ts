import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockMany } from '../queries.ts'
import { readTicket } from '../write.ts'
import { recordLink } from './link.ts'

/** Removes a link, from either end. Throws NOT_FOUND when the ticket has no such link. */
export const unlinkTickets = action(contract.tickets.unlink, (context, { id, linkId }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const deletedLink = await db
      .deleteFrom('ticket_links')
      .where('id', '=', linkId)
      .where((e) => e.or([e('ticket_id', '=', id), e('other_id', '=', id)]))
      .returning(['ticket_id', 'other_id', 'kind'])
      .executeTakeFirst()
    if (!deletedLink) throw refuse('NOT_FOUND')
    const [ticket, other] = await lockMany(db, [deletedLink.ticket_id, deletedLink.other_id])
    if (ticket && other) await recordLink(db, context, 'unlinked', ticket, other, deletedLink.kind)
    return readTicket(db, actor, id)
  })
})
