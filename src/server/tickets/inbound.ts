// What staff do with mail that came in and was not simply taken.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { InboundMail, WholeMail } from '../../contract/mails.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { type ReadMail, readMail } from './read-mail.ts'
import { addTo, bytesOf, openFrom, userAt } from './take-mail.ts'

type Row = z.infer<typeof InboundMail>
type Decision = { state: 'taken' | 'dismissed'; ticketId?: string; messageId?: string }

const mails = (db: Db) =>
  db
    .selectFrom('inbound_mails as m')
    .leftJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.ticket_id'))
    .leftJoin('profiles as s', 's.id', 'm.sender_id')
    .leftJoin('companies as c', 'c.id', 's.company_id')
    .leftJoin('profiles as d', 'd.id', 'm.decided_by')
    .select([
      'm.id',
      'm.state',
      'm.reason',
      'm.detail',
      'm.sender',
      'm.sender_name',
      'm.sender_id',
      'm.envelope_from',
      'm.recipients',
      'm.subject',
      'm.excerpt',
      'm.size',
      'm.received_at',
      'm.kept_until',
      't.id as ticket_id',
      't.number',
      't.subject as ticket_subject',
      'c.id as company_id',
      'c.name as company',
      'd.full_name as decider',
    ])
type MailRow = Awaited<ReturnType<ReturnType<typeof mails>['execute']>>[number]

const present = (r: MailRow): Row => ({
  id: r.id,
  state: r.state as 'held',
  reason: r.reason,
  detail: r.detail,
  sender:
    r.sender || r.envelope_from
      ? { email: r.sender ?? r.envelope_from, name: r.sender_name ?? '', userId: r.sender_id }
      : null,
  company: r.company_id && r.company ? { id: r.company_id, name: r.company } : null,
  subject: r.subject ?? '',
  excerpt: r.excerpt ?? '',
  size: Number(r.size),
  receivedAt: r.received_at,
  ticket:
    r.ticket_id && r.number !== null ? { id: r.ticket_id, number: r.number, subject: r.ticket_subject ?? '' } : null,
  decidedBy: r.decider,
  open: (r.state === 'held' || r.state === 'refused') && r.kept_until !== null,
})

const TO_LOOK_AT = ['waiting', 'held', 'refused']

/** Mail that came in, newest first. */
export async function inboundMails(
  { platform, actor }: Actored,
  { state, limit, cursor }: { state?: string[] | undefined; limit: number; cursor?: string | undefined },
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const after = decodeCursor(cursor, 'received', 'instant')
  const rows = await platform.db.askAs(actor, (db) => {
    let query = mails(db)
      .where('m.state', 'in', state?.length ? state : TO_LOOK_AT)
      .orderBy('m.received_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit + 1)
    if (after)
      query = query.where(sql<boolean>`(m.received_at, m.id) < (${after.value}::timestamptz, ${after.id}::uuid)`)
    return query.execute()
  })
  const page = pageOf(rows, limit, (last) => ({ order: 'received', value: last.received_at, id: last.id }))
  return {
    items: page.rows.map(present),
    nextCursor: page.nextCursor,
  }
}

async function rowOf({ platform, actor }: Actored, id: string): Promise<MailRow> {
  const row = await platform.db.askAs(actor, (db) => mails(db).where('m.id', '=', id).executeTakeFirst())
  if (!row) throw refuse('NOT_FOUND')
  return row
}
async function read({ platform }: Actored, row: MailRow): Promise<ReadMail | undefined> {
  const bytes = row.kept_until === null ? undefined : await bytesOf(platform.storage, row.id)
  return bytes ? readMail(bytes).catch(() => undefined) : undefined
}

/** One mail as it came. NOT_FOUND when there is none of that id. */
export async function inboundMail(context: Actored, { id }: { id: string }): Promise<z.infer<typeof WholeMail>> {
  const row = await rowOf(context, id)
  const mail = await read(context, row)
  return {
    ...present(row),
    to: [...new Set([...row.recipients, ...(mail?.to ?? [])])],
    text: mail?.text ?? null,
    headers: Object.entries(mail?.headers ?? {})
      .flatMap(([name, values]) => values.map((value) => ({ name, value })))
      .slice(0, 200),
    files: (mail?.files ?? []).map((f) => ({ name: f.name, size: f.bytes.length })),
  }
}

/**
 * Acts, then marks the mail as decided. What is done is done once for a mail however often it is tried, so that nothing
 * is lost with the process between the two. MAIL_DECIDED when somebody was faster.
 */
async function decide(context: Actored, id: string, run: (row: MailRow) => Promise<Decision>): Promise<Row> {
  const { platform, actor } = context
  const row = await rowOf(context, id)
  if (row.state !== 'held' && row.state !== 'refused') throw refuse('MAIL_DECIDED')
  const decision = await run(row)
  // Which company the mail turned out to belong to is part of its key: past the fences.
  await platform.db.system.transaction().execute(async (tx) => {
    const ticket = decision.ticketId
      ? await tx
          .selectFrom('tickets')
          .select(['id', 'company_id'])
          .where('id', '=', decision.ticketId)
          .executeTakeFirst()
      : undefined
    const kept = await tx
      .updateTable('inbound_mails')
      .set({
        state: decision.state,
        decided_by: actor.userId,
        settled_at: sql<string>`now()`,
        message_id: decision.messageId ?? null,
        ...(ticket ? { ticket_id: ticket.id, company_id: ticket.company_id } : {}),
      })
      .where('id', '=', id)
      .where('state', '=', row.state)
      .returning('company_id')
      .executeTakeFirst()
    if (!kept) throw refuse('MAIL_DECIDED')
    await record(tx as Db, context, {
      companyId: kept.company_id,
      action: 'inbound_mail.decide',
      subjectType: 'inbound_mail',
      subjectId: id,
      before: { state: row.state, reason: row.reason },
      after: { state: decision.state, ...(ticket ? { ticketId: ticket.id } : {}) },
    })
  })
  return present(await rowOf(context, id))
}

async function whole(context: Actored, row: MailRow): Promise<ReadMail> {
  const mail = await read(context, row)
  if (!mail) throw refuse('MAIL_GONE')
  return mail
}

/** Adds a mail to a ticket in the name of its sender. NOT_FOUND without such a ticket, TICKET_CLOSED, MAIL_DECIDED, MAIL_GONE. */
export function inboundToTicket(context: Actored, { id, number }: { id: string; number: number }): Promise<Row> {
  return decide(context, id, async (row) => {
    const mail = await whole(context, row)
    const ticket = await context.platform.db.askAs(context.actor, (db) =>
      db
        .selectFrom('tickets')
        .select(['id', 'company_id', 'requester_id', 'status', 'merged_into'])
        .where('number', '=', number)
        .executeTakeFirst(),
    )
    if (!ticket) throw refuse('NOT_FOUND', { fields: { number: ['There is no ticket of this number.'] } })
    if (ticket.merged_into) throw refuse('TICKET_MERGED', { into: ticket.merged_into })
    if (ticket.status === 'closed') throw refuse('TICKET_CLOSED')
    return { state: 'taken', ticketId: ticket.id, messageId: await addTo(context.platform, id, mail, ticket) }
  })
}

/** Opens a ticket from a mail. UNPROCESSABLE when the requester is no active user of a partner. */
export function inboundOpen(context: Actored, { id, requesterId }: { id: string; requesterId: string }): Promise<Row> {
  return decide(context, id, async (row) => {
    const { platform, actor } = context
    const mail = await whole(context, row)
    const profile = await platform.db.askAs(actor, (db) =>
      db.selectFrom('profiles').select('email').where('id', '=', requesterId).executeTakeFirst(),
    )
    const user = profile ? await userAt(platform, profile.email) : undefined
    if (!user || user.is_internal || user.deactivated_at)
      throw refuse('UNPROCESSABLE', { fields: { requesterId: ['Choose an active user of a partner.'] } })
    const ticket = await openFrom(platform, id, mail, user)
    return { state: 'taken', ticketId: ticket.id }
  })
}

/** Sets a mail aside. MAIL_DECIDED when somebody was faster. */
export const dismissInbound = (context: Actored, { id }: { id: string }): Promise<Row> =>
  decide(context, id, async () => ({ state: 'dismissed' }))
