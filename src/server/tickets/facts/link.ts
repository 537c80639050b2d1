import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { type Locked, lockMany } from '../queries.ts'
import { readTicket, writeMessage } from '../write.ts'

/**
 * Links a ticket to another one. A new link between the same two replaces the old one. Staff may link tickets of two
 * companies; partners do not see such links. Throws NOT_FOUND when either does not exist, TICKET_MERGED when either was
 * merged into another, UNPROCESSABLE when both are the same ticket.
 */
export const linkTickets = action(contract.tickets.link, (context, input) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    if (input.id === input.otherId)
      throw refuse('UNPROCESSABLE', {
        fields: { otherId: ['A ticket can’t be linked to itself. Choose another one.'] },
      })
    const both = await lockMany(db, [input.id, input.otherId])
    const ticket = both.find((t) => t.id === input.id)
    const other = both.find((t) => t.id === input.otherId)
    if (!ticket || !other) throw refuse('NOT_FOUND')
    for (const { merged_into } of [ticket, other]) if (merged_into) throw refuse('TICKET_MERGED', { into: merged_into })

    const [before] = await db
      .deleteFrom('ticket_links')
      .where((e) =>
        e.or([
          e.and([e('ticket_id', '=', ticket.id), e('other_id', '=', other.id)]),
          e.and([e('ticket_id', '=', other.id), e('other_id', '=', ticket.id)]),
        ]),
      )
      .returning(['ticket_id', 'kind'])
      .execute()
    await db
      .insertInto('ticket_links')
      .values({
        company_id: ticket.company_id,
        id: uuid(),
        ticket_id: ticket.id,
        other_company_id: other.company_id,
        other_id: other.id,
        kind: input.kind,
        created_by: actor.userId,
      })
      .execute()
    const same = before?.kind === input.kind && (before.ticket_id === ticket.id || before.kind === 'related')
    if (!same) await recordLink(db, context, 'linked', ticket, other, input.kind)
    return readTicket(db, actor, ticket.id)
  })
})

/**
 * Writes an event to both conversations, the audit log entry, and both domain events. A link between two companies gets
 * no event in the conversations, and its domain events are for staff only.
 */
export async function recordLink(
  db: Db,
  context: ActorContext,
  type: 'linked' | 'unlinked',
  ticket: Locked,
  other: Locked,
  kind: string,
): Promise<void> {
  const { actor } = context
  const staffOnly = ticket.company_id !== other.company_id
  for (const [on, to] of [
    [ticket, other],
    [other, ticket],
  ] as const) {
    const { company_id: companyId, id: subjectId } = on
    if (!staffOnly)
      await writeMessage(db, actor, on, {
        kind: 'event',
        change: { type, from: null, to: `T-${to.number} ${to.subject}`, ticketId: to.id },
      })
    await publish(db, actor, {
      companyId,
      topic: 'ticket',
      kind: type,
      subjectId,
      staffOnly,
      data: { to: to.id },
    })
  }
  await recordAudit(db, context, {
    companyId: ticket.company_id,
    action: type === 'linked' ? 'ticket.link' : 'ticket.unlink',
    subjectType: 'ticket',
    subjectId: ticket.id,
    after: { other: other.id, kind },
  })
}
