import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { LinkKind, Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { type Locked, lockMany } from './queries.ts'
import { read, write } from './write.ts'

/**
 * Says how a ticket belongs to another one; said again of the same two, it replaces what was said. Staff may tie
 * tickets of two companies together: partners see nothing of that. NOT_FOUND when either is not there, TICKET_MERGED
 * for one that is only a pointer.
 */
export function link(
  context: Actored,
  input: { id: string; otherId: string; kind: z.infer<typeof LinkKind> },
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    if (input.id === input.otherId) throw refuse('UNPROCESSABLE', { fields: { otherId: ['Choose another ticket.'] } })
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
    if (!same) await tell(db, context, 'linked', ticket, other, input.kind)
    return read(db, actor, ticket.id)
  })
}

/** A line in both conversations, the audit and word of it; where two companies are tied together, for staff only. */
export async function tell(
  db: Db,
  context: Actored,
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
      await write(db, actor, on, {
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
  await record(db, context, {
    companyId: ticket.company_id,
    action: type === 'linked' ? 'ticket.link' : 'ticket.unlink',
    subjectType: 'ticket',
    subjectId: ticket.id,
    after: { other: other.id, kind },
  })
}
