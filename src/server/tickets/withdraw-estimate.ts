import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { endOpen, openEstimate } from './estimates.ts'
import { moveEstimate } from './move-estimate.ts'
import { read, take } from './write.ts'

/** Takes an open estimate back; the ticket goes back into work. ESTIMATE_DECIDED when it is not open any more. */
export const withdrawEstimate = (
  context: Actored,
  { id, estimateId }: { id: string; estimateId: string },
): Promise<z.infer<typeof Ticket>> =>
  context.platform.db.asActor(context.actor, async (db) => {
    const ticket = await take(db, context.actor, id)
    const estimate = await openEstimate(db, ticket, estimateId, () => read(db, context.actor, id))
    await endOpen(db, ticket, 'withdrawn')
    await moveEstimate(db, context, ticket, estimate, 'withdrawn')
    return read(db, context.actor, id)
  })
