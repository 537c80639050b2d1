import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { tell } from './link.ts'
import { lockMany } from './queries.ts'
import { read } from './write.ts'

/** Takes a link away, from either end. NOT_FOUND for a link that is not one of this ticket. */
export function unlink(
  context: Actored,
  { id, linkId }: { id: string; linkId: string },
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const gone = await db
      .deleteFrom('ticket_links')
      .where('id', '=', linkId)
      .where((e) => e.or([e('ticket_id', '=', id), e('other_id', '=', id)]))
      .returning(['ticket_id', 'other_id', 'kind'])
      .executeTakeFirst()
    if (!gone) throw refuse('NOT_FOUND')
    const [ticket, other] = await lockMany(db, [gone.ticket_id, gone.other_id])
    if (ticket && other) await tell(db, context, 'unlinked', ticket, other, gone.kind)
    return read(db, actor, id)
  })
}
