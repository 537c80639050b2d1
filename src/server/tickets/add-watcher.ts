import type { z } from 'zod'
import { type Ticket, WATCHERS_MAX } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { checkWatchers, type Ref, tellWatchers, watch, watching } from './watchers.ts'
import { read, take } from './write.ts'

/**
 * Has somebody told of a ticket. Who watches already, and its requester, stay as they are. UNPROCESSABLE for somebody
 * who may not watch it, WATCHERS_FULL.
 */
export function addWatcher(context: Actored, { id, who }: { id: string; who: Ref }): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await take(db, actor, id)
    await checkWatchers(db, actor, ticket.company_id, [who], 'who')
    const now = await watching(db, ticket)
    if (now.some((w) => (w.user_id ?? w.contact_id) === who.id)) return read(db, actor, id)
    if (now.length >= WATCHERS_MAX) throw refuse('WATCHERS_FULL')
    if ((await watch(db, actor, ticket, [who])) > 0) {
      await record(db, context, {
        companyId: ticket.company_id,
        action: 'ticket.watch',
        subjectType: 'ticket',
        subjectId: id,
        after: { [who.kind === 'user' ? 'userId' : 'contactId']: who.id },
      })
      await tellWatchers(db, actor, ticket, actor.kind === 'staff' && who.id === actor.userId)
    }
    return read(db, actor, id)
  })
}
