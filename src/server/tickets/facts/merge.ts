import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { MergeTicket, Ticket } from '../../../contract/tickets/index.ts'
import { TICKET_TAGS_MAX } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'
import { recalculateCharges } from '../../time/index.ts'
import { type Locked, lockMany } from '../queries.ts'
import { changeStatus } from '../queue/change-status.ts'
import { slaOnFacts, slaOnResponse } from '../sla/sla.ts'
import { readTicket, writeMessage } from '../write.ts'
import { moveTicketRecords } from './move.ts'

const into = (words: string) => refuse('UNPROCESSABLE', { fields: { intoId: [words] } })

/**
 * Merges a ticket into another one of the same company. Messages, files and watchers move there, the requester becomes
 * a watcher of the target, and the source is closed and points to it. Returns the target. Throws NOT_FOUND when either
 * does not exist, TICKET_MERGED when the source was merged already, CONFLICT when `version` is not the current one,
 * UNPROCESSABLE when the target cannot be merged into, HOURS_EXHAUSTED when the hours do not cover the time that moves.
 */
export function mergeTickets(
  context: ActorContext,
  input: z.infer<typeof MergeTicket>,
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    if (input.id === input.intoId) throw into('A ticket can’t be merged into itself. Choose another one.')
    // Always locked in the same order, so that two merges of the same pair do not deadlock.
    const both = await lockMany(db, [input.id, input.intoId])
    const source = both.find((t) => t.id === input.id)
    const target = both.find((t) => t.id === input.intoId)
    if (!source || !target) throw refuse('NOT_FOUND')
    if (source.merged_into) throw refuse('TICKET_MERGED', { into: source.merged_into })
    if (input.version !== undefined && input.version !== source.version)
      throw refuse('CONFLICT', { current: await readTicket(db, actor, source.id) })
    if (source.company_id !== target.company_id) throw into('Only tickets of the same company can be merged.')
    if (target.merged_into) throw into(`T-${target.number} was already merged into another ticket. Choose that one.`)
    if (target.status === 'closed') throw into(`T-${target.number} is closed. Reopen it first, or choose another one.`)

    await copyDescription(db, source, target)
    // The agreement must come first, so that the moved time counts for the agreement that applies from now on.
    await fillMissingFields(db, platform, source, target)
    await moveTicketRecords(db, { companyId: source.company_id, from: source.id, to: target.id }, context)
    await makeRequesterWatcher(db, context, source, target)
    if (!target.agreement_id && source.agreement_id)
      await recalculateCharges(db, context, target.company_id, { ticketId: target.id })
    if (source.status !== 'closed') await changeStatus(db, platform, context, source, 'closed')
    await db
      .updateTable('tickets')
      .set((e) => ({
        merged_into: target.id,
        merged_at: sql<string>`now()`,
        updated_at: sql<string>`now()`,
        version: e('version', '+', 1),
      }))
      .where('company_id', '=', source.company_id)
      .where('id', '=', source.id)
      .execute()
    await recordMerge(db, context, source, target)
    return readTicket(db, actor, target.id)
  })
}

/** The action of the contract that calls `mergeTickets`. */
export const mergeAction = action(contract.tickets.merge, mergeTickets)

/**
 * Returns the ticket that mail about this one belongs to: itself, or the one it was merged into. Undefined when it does
 * not exist. `db` must see all companies, because the sender's company is not known yet.
 */
export async function targetOf(
  db: Pick<Db, 'selectFrom'>,
  ticketId: string,
): Promise<{ companyId: string; ticketId: string } | undefined> {
  const row = await db
    .selectFrom('tickets')
    .select(['company_id', sql<string>`coalesce(merged_into, id)`.as('id')])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  return row && { companyId: row.company_id, ticketId: row.id }
}

/** Copies the source's description into the target as a message, with its files. */
async function copyDescription(db: Db, source: Locked, target: Locked): Promise<void> {
  const id = uuid()
  await db
    .insertInto('messages')
    .columns([
      'company_id',
      'id',
      'ticket_id',
      'kind',
      'author_id',
      'author_kind',
      'author_name',
      'body',
      'format',
      'created_at',
      'moved_from',
      'inbound_id',
      'folded',
    ])
    .expression((e) =>
      e
        .selectFrom('tickets as t')
        .leftJoin('profiles as p', 'p.id', 't.requester_id')
        .select([
          't.company_id',
          e.val(id).as('id'),
          e.val(target.id).as('ticket_id'),
          e.val('reply').as('kind'),
          't.requester_id as author_id',
          e.val('partner').as('author_kind'),
          sql<string>`coalesce(p.full_name, '')`.as('author_name'),
          't.description as body',
          't.description_format as format',
          't.created_at',
          't.id as moved_from',
          't.inbound_id',
          't.folded',
        ])
        .where('t.company_id', '=', source.company_id)
        .where('t.id', '=', source.id),
    )
    .execute()
  await db
    .updateTable('attachments')
    .set({ message_id: id })
    .where('company_id', '=', source.company_id)
    .where('ticket_id', '=', source.id)
    .where('message_id', 'is', null)
    .execute()
}

/** Makes the source's requester a watcher of the target. */
async function makeRequesterWatcher(db: Db, { actor }: ActorContext, source: Locked, target: Locked): Promise<void> {
  if (source.requester_id === target.requester_id) return
  await db
    .insertInto('ticket_watchers')
    .values({
      company_id: target.company_id,
      id: uuid(),
      ticket_id: target.id,
      user_id: source.requester_id,
      added_by: actor.userId,
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Fills in the fields that the target does not have yet. */
async function fillMissingFields(db: Db, platform: Platform, source: Locked, target: Locked): Promise<void> {
  const agreement_id = target.agreement_id ?? source.agreement_id
  const another = agreement_id !== target.agreement_id
  // The source's first reply is in the target's conversation now. A response cannot come before its ticket.
  const replied = target.first_response_at === null ? source.first_response_at : null
  const isLater = replied !== null && Date.parse(replied) > Date.parse(target.created_at)
  const response = replied ? await slaOnResponse(platform, target, isLater ? replied : target.created_at) : {}
  await db
    .updateTable('tickets')
    .set({
      client_id: target.client_id ?? source.client_id,
      contact_id: target.contact_id ?? source.contact_id,
      installation_id: target.installation_id ?? source.installation_id,
      agreement_id,
      ...response,
      ...(another ? await slaOnFacts(platform, target, { priority: target.priority, agreement_id }) : {}),
      tags: [...new Set([...target.tags, ...source.tags])].slice(0, TICKET_TAGS_MAX),
      updated_at: sql<string>`now()`,
      version: target.version + 1,
    })
    .where('company_id', '=', target.company_id)
    .where('id', '=', target.id)
    .execute()
}

/** Writes an event to both conversations, the audit log entries, and both domain events. */
async function recordMerge(db: Db, context: ActorContext, source: Locked, target: Locked): Promise<void> {
  const { actor } = context
  const named = (t: Locked) => `T-${t.number} ${t.subject}`
  for (const [on, other, type] of [
    [source, target, 'merged_into'],
    [target, source, 'merged_from'],
  ] as const) {
    const change = { type, from: null, to: named(other), ticketId: other.id }
    await writeMessage(db, actor, on, { kind: 'event', change })
    const { company_id: companyId, id: subjectId } = on
    await recordAudit(db, context, {
      companyId,
      action: type === 'merged_into' ? 'ticket.merge' : 'ticket.merge-in',
      subjectType: 'ticket',
      subjectId,
      after: type === 'merged_into' ? { into: other.id } : { from: other.id },
    })
    const data = type === 'merged_into' ? { into: other.id } : { from: other.id }
    await publish(db, actor, { companyId, topic: 'ticket', kind: 'merged', subjectId, data })
  }
}
