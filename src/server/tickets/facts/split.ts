import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { Impact, Urgency } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'
import { moveTime } from '../../time/index.ts'
import { priorityOf } from '../policy.ts'
import type { Locked } from '../queries.ts'
import { slaAtOpening } from '../sla/sla.ts'
import { lockTicket, readTicket, writeMessage } from '../write.ts'

/**
 * Moves messages of a ticket, with their files and time entries, into a new ticket with the same fields and watchers,
 * and returns it. A priority that staff set is not copied: it follows from impact and urgency again. An event in each
 * conversation links to the other. Messages are moved and not copied, so that each exists, is found and is answered
 * once. Throws UNPROCESSABLE for a message that is not in the ticket or is an event, and what `lockTicket` and
 * `moveTime` throw.
 */
export const splitTicket = action(contract.tickets.split, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const from = await lockTicket(db, actor, input.id)
    const ids = [...new Set(input.messageIds)]
    const found = await db
      .selectFrom('messages')
      .select(['id', 'kind', 'author_id', 'author_kind'])
      .where('company_id', '=', from.company_id)
      .where('ticket_id', '=', from.id)
      .where('id', 'in', ids)
      .where('kind', '<>', 'event')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    if (found.length < ids.length)
      throw refuse('UNPROCESSABLE', {
        fields: { messageIds: ['Some of these messages are no longer in this ticket. Select the messages again.'] },
      })
    const to = await begin(db, context.platform, from, input.subject, await requesterOf(db, from, found))
    for (const table of ['attachments', 'mentions'] as const)
      await db
        .updateTable(table)
        .set({ ticket_id: to.id })
        .where('company_id', '=', from.company_id)
        .where('ticket_id', '=', from.id)
        .where('message_id', 'in', ids)
        .execute()
    await db
      .updateTable('messages')
      .set((e) => ({ ticket_id: to.id, moved_from: e.fn.coalesce('moved_from', e.val(from.id)) }))
      .where('company_id', '=', from.company_id)
      .where('id', 'in', ids)
      .execute()
    await moveTime(db, context, from.company_id, from.id, to.id, ids)
    await recordSplit(db, context, from, to)
    return readTicket(db, actor, to.id)
  })
})

/**
 * Returns the author of the first message by a partner, if that user can still sign in; otherwise the ticket's
 * requester.
 */
async function requesterOf(
  db: Db,
  from: Locked,
  messages: { author_id: string | null; author_kind: string }[],
): Promise<string> {
  const author = messages.find((m) => m.author_kind === 'partner')?.author_id
  const person = author
    ? await db
        .selectFrom('people')
        .select('id')
        .where('id', '=', author)
        .where('company_id', '=', from.company_id)
        .where('active', '=', true)
        .executeTakeFirst()
    : undefined
  return person?.id ?? from.requester_id
}

type New = { company_id: string; id: string; number: number; subject: string }

async function begin(db: Db, platform: Platform, from: Locked, subject: string, requester_id: string): Promise<New> {
  const {
    company_id,
    category,
    impact,
    urgency,
    client_id,
    contact_id,
    agreement_id,
    installation_id,
    assignee_id,
    tags,
    source,
  } = from
  const priority = priorityOf(impact as z.infer<typeof Impact>, urgency as z.infer<typeof Urgency>)
  const to = await db
    .insertInto('tickets')
    .values({
      ...(await slaAtOpening(platform, { company_id, agreement_id, priority })),
      company_id,
      id: uuid(),
      subject,
      description: `Split from T-${from.number}, “${from.subject}”.`,
      category,
      impact,
      urgency,
      priority,
      client_id,
      contact_id,
      agreement_id,
      installation_id,
      assignee_id,
      tags,
      source,
      requester_id,
    })
    .returning(['company_id', 'id', 'number', 'subject'])
    .executeTakeFirstOrThrow()
  await sql`
    insert into ticket_watchers (company_id, id, ticket_id, user_id, contact_id, added_by)
    select w.company_id, gen_random_uuid(), ${to.id}, w.user_id, w.contact_id, w.added_by from ticket_watchers w
    where w.company_id = ${company_id} and w.ticket_id = ${from.id} and w.user_id is distinct from ${requester_id}`.execute(
    db,
  )
  return to
}

/**
 * Writes the link between the two tickets, an event in both conversations, the audit log entries, and the domain
 * events.
 */
async function recordSplit(db: Db, context: ActorContext, from: Locked, to: New): Promise<void> {
  const { actor } = context
  const { company_id: companyId } = from
  await db
    .insertInto('ticket_links')
    .values({
      company_id: companyId,
      id: uuid(),
      ticket_id: to.id,
      other_company_id: companyId,
      other_id: from.id,
      kind: 'split_from',
      created_by: actor.userId,
    })
    .execute()
  await db
    .updateTable('tickets')
    .set({ updated_at: sql<string>`now()`, version: from.version + 1 })
    .where('company_id', '=', companyId)
    .where('id', '=', from.id)
    .execute()
  const named = (t: { number: number; subject: string }) => `T-${t.number} ${t.subject}`
  await writeMessage(db, actor, from, {
    kind: 'event',
    change: { type: 'split_into', from: null, to: named(to), ticketId: to.id },
  })
  await writeMessage(db, actor, to, {
    kind: 'event',
    change: { type: 'split_from', from: null, to: named(from), ticketId: from.id },
  })
  const act = { companyId, subjectType: 'ticket' }
  await recordAudit(db, context, { ...act, action: 'ticket.split', subjectId: from.id, after: { into: to.id } })
  await recordAudit(db, context, {
    ...act,
    action: 'ticket.open',
    subjectId: to.id,
    after: { subject: to.subject, splitFrom: from.id },
  })
  const event = { companyId, topic: 'ticket' as const }
  await publish(db, actor, { ...event, kind: 'split', subjectId: from.id, data: { into: to.id } })
  await publish(db, actor, { ...event, kind: 'opened', subjectId: to.id })
}
