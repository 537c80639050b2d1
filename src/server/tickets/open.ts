import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { OpenTicket, Ticket } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { priorityOf } from './policy.ts'
import { attach, read } from './write.ts'

/** Opens a ticket for the actor's company, with its files. ATTACHMENT_GONE takes nothing and opens nothing. */
export function open(context: Actored, input: z.infer<typeof OpenTicket>): Promise<z.infer<typeof Ticket>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { fileIds, ...fields } = input
    const id = uuid()
    const { companyId } = actor
    const insert = db.insertInto('tickets').values({
      company_id: companyId,
      id,
      ...fields,
      priority: priorityOf(input.impact, input.urgency),
      requester_id: actor.userId,
    })
    // Sent together: one connection keeps their order, and the first that fails undoes them all.
    await Promise.all([
      insert.execute(),
      publish(db, actor, { companyId, topic: 'ticket', kind: 'opened', subjectId: id }),
      record(db, context, {
        companyId,
        action: 'ticket.open',
        subjectType: 'ticket',
        subjectId: id,
        after: { subject: input.subject },
      }),
      attach(db, context, fileIds, { companyId, ticketId: id, staffOnly: false }),
    ])
    return read(db, actor, id)
  })
}
