import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { tellWatchers } from './watchers.ts'
import { read, take } from './write.ts'

/** No longer has somebody told of a ticket. NOT_FOUND for a watcher who is not there, or whom the actor may not see. */
export function removeWatcher(
  context: Actored,
  { id, watcherId }: { id: string; watcherId: string },
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await take(db, actor, id)
    const gone = await db
      .deleteFrom('ticket_watchers')
      .where('company_id', '=', ticket.company_id)
      .where('ticket_id', '=', id)
      .where('id', '=', watcherId)
      .returning(['user_id', 'contact_id', 'staff_only'])
      .executeTakeFirst()
    if (!gone) throw refuse('NOT_FOUND')
    await record(db, context, {
      companyId: ticket.company_id,
      action: 'ticket.unwatch',
      subjectType: 'ticket',
      subjectId: id,
      before: gone.user_id ? { userId: gone.user_id } : { contactId: gone.contact_id },
    })
    await tellWatchers(db, actor, ticket, gone.staff_only)
    return read(db, actor, id)
  })
}
