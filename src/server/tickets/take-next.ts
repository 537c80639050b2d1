import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { assignTaken } from './assign.ts'
import { lockNext } from './queries.ts'
import { read } from './write.ts'

/**
 * Gives the caller the most urgent ticket that nobody has and that somebody can work on; null when there is none. Two
 * who ask at once get two: what the other one is taking is passed over.
 */
export function takeNext(context: Actored): Promise<{ ticket: z.infer<typeof Ticket> | null }> {
  const { actor } = context
  return createOnce(context, {}, async (db) => {
    const ticket = await lockNext(db)
    if (!ticket) return { ticket: null }
    await assignTaken(db, context, ticket, actor.userId)
    return { ticket: await read(db, actor, ticket.id) }
  })
}
