// Actions for staff on incoming mail that was not accepted automatically.

import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { InboundMail } from '../../../contract/mails.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { NotStored } from '../../platform/files/storage.ts'
import { gatesOf } from '../../platform/gates.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { type ReadMail, readMail, readMailFlat, UnreadableMail } from '../../platform/mail/read-mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { loaderOf, treatAsNew } from './mail-content.ts'
import { userAt } from './place-mail.ts'
import { type MailJob, PROCESS_MAIL } from './receive-mail.ts'
import { addToChosenTicket, openFrom } from './write-mail.ts'

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
      'm.message_id',
      't.id as ticket_id',
      't.number',
      't.subject as ticket_subject',
      'c.id as company_id',
      'c.name as company',
      'd.full_name as decider',
    ])
type MailRow = Awaited<ReturnType<ReturnType<typeof mails>['execute']>>[number]

/**
 * States in which staff can decide about a mail. Recorded mail is one of them, because its classification as automatic
 * can be wrong.
 */
const DECIDABLE = ['held', 'refused', 'recorded']

const present = (r: MailRow): Row => ({
  id: r.id,
  state: r.state as Row['state'],
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
  open: DECIDABLE.includes(r.state) && r.kept_until !== null,
})

const TO_LOOK_AT = ['waiting', 'held', 'refused']

/**
 * Returns one page of incoming mail, newest first. Without a filter, only mail that waits to be processed, is held, or
 * was rejected.
 */
export const inboundMails = action(contract.tickets.inboundMails, async ({ platform, actor }, input) => {
  const { state, limit, cursor } = input
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
})

/** Returns how many incoming mails need review: those held or rejected whose content is still stored. */
export const inboundMailCount = action(contract.tickets.inboundMailCount, ({ platform, actor }) =>
  platform.db.askAs(actor, (db) =>
    db
      .selectFrom('inbound_mails')
      .select(sql<number>`count(*)::int`.as('open'))
      // As text, so that the index of these states can be used.
      .where('state', 'in', sql<string>`('held', 'refused')`)
      .where('kept_until', 'is not', null)
      .executeTakeFirstOrThrow(),
  ),
)

async function rowOf({ platform, actor }: ActorContext, id: string): Promise<MailRow> {
  const row = await platform.db.askAs(actor, (db) => mails(db).where('m.id', '=', id).executeTakeFirst())
  if (!row) throw refuse('NOT_FOUND')
  return row
}

/**
 * Reads a stored mail. For one that is too broken or too large, returns its text without the structure of its parts.
 * Throws NotStored when its content was deleted, and UnreadableMail when not even that can be read.
 */
async function readStoredMail({ platform }: ActorContext, row: MailRow): Promise<ReadMail> {
  if (row.kept_until === null) throw new NotStored('The email was deleted.')
  const load = loaderOf(platform.storage, row)
  // Do not read again what failed before. That would take as long.
  if (row.reason === 'unreadable') return readMailFlat(load)
  return readMail(load).catch((e: unknown) => {
    if (e instanceof UnreadableMail) return readMailFlat(load)
    throw e
  })
}

const messageIn = (mail: ReadMail) => ({ text: mail.newText, format: mail.format, folded: mail.folded })

/** Returns one mail as it arrived. Throws NOT_FOUND when it does not exist. */
export const inboundMail = action(contract.tickets.inboundMail, async (context, { id }) => {
  const row = await rowOf(context, id)
  let stored = true
  const mail = await readStoredMail(context, row).catch((e: unknown) => {
    if (e instanceof NotStored) stored = false
    else if (!(e instanceof UnreadableMail)) throw e
  })
  return {
    ...present(row),
    to: [...new Set([...row.recipients, ...(mail?.to ?? [])])],
    text: mail?.text ?? null,
    message: mail ? messageIn(row.message_id || row.reason === 'only_quote' ? mail : treatAsNew(mail)) : null,
    original: stored,
    headers: Object.entries(mail?.headers ?? {})
      .flatMap(([name, values]) => values.map((value) => ({ name, value })))
      .slice(0, 200),
    files: (mail?.files ?? []).map((f) => ({ name: f.name, size: f.bytes.length })),
  }
})

/** A decision holds a connection while it uses others, so that each process makes one at a time. */
const decisions = gatesOf(1, 1_000)
/**
 * Runs work while nobody else decides about the mail, in any process. The company that a mail turns out to belong to is
 * part of its row's key, so the transaction bypasses row-level security.
 */
const decidingAlone = <T>({ platform }: ActorContext, id: string, work: (tx: Platform['db']['system']) => Promise<T>) =>
  decisions.run('all', () =>
    platform.db.system.transaction().execute(async (tx) => {
      // Reading a large mail can take longer than the default.
      await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`inbound mail ${id}`}, 0))`.execute(tx)
      return work(tx)
    }),
  )

/**
 * Runs the decision, then marks the mail as decided. The decision is idempotent per mail, so that it can be retried if
 * the process stops between the two. Throws MAIL_DECIDED when someone else has decided already.
 */
async function decide(context: ActorContext, id: string, run: (row: MailRow) => Promise<Decision>): Promise<Row> {
  const { actor } = context
  await decidingAlone(context, id, async (tx) => {
    const row = await rowOf(context, id)
    if (!DECIDABLE.includes(row.state)) throw refuse('MAIL_DECIDED')
    const decision = await run(row)
    const ticket = decision.ticketId
      ? await tx
          .selectFrom('tickets')
          .select(['id', 'company_id'])
          .where('id', '=', decision.ticketId)
          .executeTakeFirst()
      : undefined
    const updated = await tx
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
    if (!updated) throw refuse('MAIL_DECIDED')
    await recordAudit(tx as Db, context, {
      companyId: updated.company_id,
      action: 'inbound_mail.decide',
      subjectType: 'inbound_mail',
      subjectId: id,
      before: { state: row.state, reason: row.reason },
      after: { state: decision.state, ...(ticket ? { ticketId: ticket.id } : {}) },
    })
  })
  return present(await rowOf(context, id))
}

const readWholeMail = (context: ActorContext, row: MailRow): Promise<ReadMail> =>
  readStoredMail(context, row).catch((e: unknown) => {
    if (e instanceof NotStored) throw refuse('MAIL_GONE')
    throw e instanceof UnreadableMail ? refuse('MAIL_UNREADABLE') : e
  })

/**
 * Adds a mail to a ticket in the name of its sender. Throws NOT_FOUND when the mail or the ticket does not exist,
 * TICKET_CLOSED, TICKET_MERGED, MAIL_DECIDED when someone else has decided already, MAIL_GONE when the mail was
 * deleted, MAIL_UNREADABLE.
 */
export const inboundToTicket = action(contract.tickets.inboundToTicket, (context, { id, number }) => {
  return decide(context, id, async (row) => {
    const mail = await readWholeMail(context, row)
    const ticket = await context.platform.db.askAs(context.actor, (db) =>
      db
        .selectFrom('tickets')
        .select(['id', 'company_id', 'requester_id', 'status', 'merged_into'])
        .where('number', '=', number)
        .executeTakeFirst(),
    )
    if (!ticket) throw refuse('NOT_FOUND', { fields: { number: ['There’s no ticket with this number.'] } })
    if (ticket.merged_into) throw refuse('TICKET_MERGED', { into: ticket.merged_into })
    if (ticket.status === 'closed') throw refuse('TICKET_CLOSED')
    return {
      state: 'taken',
      ticketId: ticket.id,
      messageId: await addToChosenTicket(context.platform, id, mail, ticket),
    }
  })
})

/**
 * Opens a ticket from a mail. Throws UNPROCESSABLE when the requester is not an active user of a partner, NOT_FOUND
 * when the mail does not exist, MAIL_DECIDED when someone else has decided already, MAIL_GONE when the mail was
 * deleted, MAIL_UNREADABLE.
 */
export const inboundOpen = action(contract.tickets.inboundOpen, (context, { id, requesterId }) => {
  return decide(context, id, async (row) => {
    const { platform, actor } = context
    const mail = await readWholeMail(context, row)
    const profile = await platform.db.askAs(actor, (db) =>
      db.selectFrom('profiles').select('email').where('id', '=', requesterId).executeTakeFirst(),
    )
    const user = profile ? await userAt(platform, profile.email) : undefined
    if (!user || user.is_internal || user.deactivated_at)
      throw refuse('UNPROCESSABLE', { fields: { requesterId: ['Choose an active user of a partner.'] } })
    const ticket = await openFrom(platform, id, mail, user)
    return { state: 'taken', ticketId: ticket.id }
  })
})

/**
 * Processes a mail that was not added to a ticket again, as if it had just arrived. Throws NOT_FOUND when it does not
 * exist, MAIL_DECIDED when it was handled or is being processed already, MAIL_GONE when it was deleted.
 */
export const retryInbound = action(contract.tickets.retryInbound, async (context, { id }) => {
  const { platform } = context
  await decidingAlone(context, id, async (tx) => {
    const row = await rowOf(context, id)
    if (!DECIDABLE.includes(row.state)) throw refuse('MAIL_DECIDED')
    if (row.kept_until === null) throw refuse('MAIL_GONE')
    const waiting = await tx
      .updateTable('inbound_mails')
      .set({ state: 'waiting', reason: null, detail: null, settled_at: null })
      .where('id', '=', id)
      .where('state', '=', row.state)
      .where('kept_until', 'is not', null)
      .returning('company_id')
      .executeTakeFirst()
    if (!waiting) throw refuse('MAIL_DECIDED')
    await platform.jobs.send<MailJob>(tx, PROCESS_MAIL, { companyId: waiting.company_id, mailId: id })
    await recordAudit(tx as Db, context, {
      companyId: waiting.company_id,
      action: 'inbound_mail.retry',
      subjectType: 'inbound_mail',
      subjectId: id,
      before: { state: row.state, reason: row.reason },
      after: { state: 'waiting' },
    })
  })
  return present(await rowOf(context, id))
})

/**
 * Dismisses a mail. Throws NOT_FOUND when it does not exist, MAIL_DECIDED when someone else has decided already.
 */
export const dismissInbound = action(contract.tickets.dismissInbound, (context, { id }) =>
  decide(context, id, async () => ({ state: 'dismissed' })),
)
