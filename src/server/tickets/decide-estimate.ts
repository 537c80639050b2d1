import { sql } from 'kysely'
import type { z } from 'zod'
import type { DecideEstimate, Ticket } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { openEstimate } from './estimates.ts'
import { moveEstimate } from './move-estimate.ts'
import { promise } from './promised.ts'
import { read, take } from './write.ts'

/**
 * Approves or declines an open estimate; the ticket goes back into work. Who, when and from which address is kept.
 * ESTIMATE_DECIDED, with the ticket as it is now, when somebody else was faster or it was withdrawn: of two who decide
 * at once the ticket's lock lets one through, and the other finds it decided. HOURS_SHORT when it would be approved on
 * hours that are not there, or that another estimate reserves.
 */
export const decideEstimate = (
  context: Actored,
  { id, estimateId, decision, comment }: z.infer<typeof DecideEstimate>,
): Promise<z.infer<typeof Ticket>> =>
  context.platform.db.asActor(context.actor, async (db) => {
    const { actor } = context
    const ticket = await take(db, actor, id)
    const estimate = await openEstimate(db, ticket, estimateId, () => read(db, actor, id))
    if (decision === 'approved') await promise(db, ticket, estimate.minutes)
    await db
      .updateTable('estimates')
      .set({
        status: decision,
        decided_by: actor.userId,
        decided_at: sql<string>`now()`,
        decided_ip: context.address || null,
        comment,
      })
      .where('company_id', '=', ticket.company_id)
      .where('id', '=', estimate.id)
      .execute()
    await moveEstimate(db, context, ticket, estimate, decision, { comment })
    return read(db, actor, id)
  })
