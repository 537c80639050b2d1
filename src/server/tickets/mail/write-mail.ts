// Adds a mail to a ticket, or opens one from it, in the name of its sender.
import { sql } from 'kysely'
import { forgetBounces, saveConsent } from '../../contacts/index.ts'
import { type Actor, type Db, systemOf } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import { type ActorContext, refusalOf, refuse } from '../../platform/http/api.ts'
import type { ReadMail } from '../../platform/mail/read-mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { replyToTicket } from '../conversation/reply.ts'
import { addTicketWatchers, notifyWatchers, type Ref } from '../conversation/watchers.ts'
import { openTicketFor } from '../open.ts'
import { lockTicketRow } from '../queries.ts'
import { changeStatus } from '../queue/change-status.ts'
import { attachToTicket, type FromMail } from '../write.ts'
import { bodyOf, foldedOf, getMailPartId, hasUnread, isEmpty, storeMailFiles, treatAsNew } from './mail-content.ts'
import { automaticSign, plainSubject } from './mail-kind.ts'
import { held, type Outcome, recorded, refused } from './mail-outcome.ts'
import { notifyTicketClosed, notifyTicketResolved } from './notify-sender.ts'
import { contactAt, type Found, type Place, type User, userAt } from './place-mail.ts'
import { isThanks } from './thanks.ts'

/** The most mails that one ticket gets in this period. */
const MAILS_PER_TICKET = { most: 100, minutes: 60 }

/** The most tickets that one address can open by mail in this period. */
const TICKETS_PER_SENDER = { most: 20, minutes: 60 }

const SUBJECT_MAX = 200

export type Kept = { id: string; company_id: string; envelope_from: string; door: string; recipients: string[] }

/** Returns an SQL expression for the time that was this many minutes ago. */
export const minutesAgo = (minutes: number) => sql<string>`now() - make_interval(mins => ${minutes})`

const contextOf = (platform: Platform, actor: Actor, mailId: string, operation: string): ActorContext =>
  ({
    platform,
    requestId: mailId,
    header: () => undefined,
    address: '',
    method: 'MAIL',
    path: operation,
    seen: {},
    reply: [],
    actor,
    // A retried job finds the result of its first attempt by this key.
    once: { key: `mail ${mailId}`, operation, used: false },
  }) as unknown as ActorContext

/**
 * Adds a mail to the ticket it belongs to, unless the sender, the ticket or a limit does not allow it, and returns the
 * outcome.
 */
export async function addToMatchedTicket(
  platform: Platform,
  row: Kept,
  whole: ReadMail,
  user: User | undefined,
  { ticket, lane, before, own }: Place,
): Promise<Outcome> {
  const mail =
    lane === 'reply'
      ? {
          ...whole,
          folded: foldedOf(whole, user),
          // What staff quote may be internal.
          ...(user?.is_internal ? { long: undefined, cut: hasUnread(whole) } : {}),
        }
      : whole
  const address = mail.from?.address ?? ''
  const belongs = user && (user.is_internal || user.company_id === ticket.company_id)
  const contact = belongs
    ? undefined
    : await contactAt(platform, ticket.company_id, [...new Set([ticket.id, ...before])], address)
  const about = { ticket, ...(user ? { senderId: user.id } : {}) }
  if (!belongs && !contact) return refused(user ? 'not_on_ticket' : 'unknown_sender', about)
  if (lane === 'note' && !user?.is_internal) return refused('not_on_ticket', about)

  const { sent } = await platform.db.system
    .selectFrom('inbound_mails')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('received_at', '>', minutesAgo(MAILS_PER_TICKET.minutes))
    .executeTakeFirstOrThrow()
  if (sent >= MAILS_PER_TICKET.most)
    return held('too_many', {
      ...about,
      detail: `More than ${MAILS_PER_TICKET.most} emails on this ticket in an hour.`,
    })

  const names = [mail.from?.name ?? '', user?.full_name ?? '', contact?.full_name ?? '']
  const thanks = mail.files.length === 0 && isThanks(mail.newText, names)
  const quiet = automaticSign(mail, mail.text) !== undefined
  if (ticket.status === 'closed' && lane === 'reply') {
    if (thanks) return recorded('thanks', about)
    if (belongs && !user.is_internal && !quiet) await notifyTicketClosed(platform, ticket, user, mail, row.id)
    return held('ticket_closed', about)
  }
  if (isEmpty(mail) && mail.left.length === 0)
    // Text that staff wrote inside a quotation is not published without review.
    return isEmpty(whole) ? recorded('empty', about) : held('only_quote', about)

  const companyId = belongs ? user.company_id : ticket.company_id
  const uploader = belongs ? user.id : ticket.requester_id
  const { fileIds, left } = await storeMailFiles(platform, row.id, mail, { companyId, userId: uploader })
  const body = bodyOf(mail, fileIds.length, left)
  const from = { id: row.id, format: mail.format, folded: mail.folded }
  // Saying thanks is not an answer: the ticket still waits on the partner.
  const stays = thanks && belongs && !user.is_internal && ticket.status === 'waiting_on_partner'
  try {
    const messageId = belongs
      ? (
          await replyToTicket(
            contextOf(platform, user.actor, row.id, 'tickets.reply'),
            {
              id: ticket.id,
              kind: lane === 'note' ? 'note' : 'reply',
              body,
              fileIds,
              ...(stays ? { status: 'waiting_on_partner' as const } : {}),
            },
            from,
          )
        ).id
      : await replyOfContact(platform, from, ticket, {
          name: contact?.full_name ?? address,
          body,
          fileIds,
          thanks,
        })
    await forgetBounces(platform.db.system, address)
    if (belongs && !user.is_internal && lane === 'reply') await addColleagues(platform, mail, user, ticket.id)
    // Anyone can forge a sender address. It counts as the contact's when a server confirms it, or when the mail went to
    // an address that only the contact knew.
    if (contact && (own || platform.env.inbound?.authServer))
      await saveConsent(platform.db.system, { companyId: ticket.company_id, email: address }, 'mail')
    if (belongs && !user.is_internal && ticket.status === 'resolved' && !thanks && !quiet && lane === 'reply')
      await notifyTicketResolved(platform, ticket, user, mail, row.id)
    return { state: 'taken', messageId, ...about }
  } catch (e) {
    const refusal = refusalOf(e)
    // The ticket was closed in the meantime. If it was merged in the meantime, this throws, and the next attempt finds
    // the target.
    if (refusal?.code === 'TICKET_CLOSED') return held('ticket_closed', about)
    if (refusal?.code === 'NOT_FOUND' || refusal?.code === 'FORBIDDEN') return refused('not_on_ticket', about)
    throw e
  }
}

/** Adds the reply of a contact, who has no account. The system actor writes it under the contact's name. */
async function replyOfContact(
  platform: Platform,
  mail: FromMail,
  ticket: Found,
  { name, body, fileIds, thanks }: { name: string; body: string; fileIds: string[]; thanks: boolean },
): Promise<string> {
  const actor = systemOf(ticket.company_id)
  const messageId = getMailPartId(mail.id, -1)
  await platform.db.asActor(actor, async (db) => {
    const now = await lockTicketRow(db, ticket.id)
    const existing = await db
      .selectFrom('messages')
      .select('id')
      // In any company: staff may have added this mail to another company's ticket at the same moment.
      .where('inbound_id', '=', mail.id)
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!now || existing) return
    // The ticket was merged or closed in the meantime.
    if (now.merged_into) throw refuse('TICKET_MERGED', { into: now.merged_into })
    if (now.status === 'closed') throw refuse('TICKET_CLOSED')
    await addReplyOfContact(db, actor, now, { id: messageId, name, body, mail })
    const owner = { ...actor, userId: ticket.requester_id }
    await attachToTicket(db, { actor: owner } as unknown as ActorContext, fileIds, {
      companyId: ticket.company_id,
      ticketId: ticket.id,
      messageId,
      staffOnly: false,
    })
    const next = now.status === 'waiting_on_partner' && !thanks ? 'in_progress' : undefined
    if (next) await changeStatus(db, platform, { actor }, now, next)
    await publish(db, actor, {
      companyId: ticket.company_id,
      topic: 'ticket',
      kind: 'reply',
      subjectId: ticket.id,
      data: { messageId, ...(next ? { from: now.status, to: next } : {}) },
    })
  })
  return messageId
}

/** Adds a public reply by a person who is not a user. */
async function addReplyOfContact(
  db: Db,
  _actor: Actor,
  ticket: { company_id: string; id: string },
  { id, name, body, mail }: { id: string; name: string; body: string; mail: FromMail },
): Promise<void> {
  await db
    .insertInto('messages')
    .values({
      company_id: ticket.company_id,
      id,
      ticket_id: ticket.id,
      kind: 'reply',
      author_id: null,
      author_kind: 'partner',
      author_name: name.slice(0, 200) || 'Unknown',
      body,
      inbound_id: mail.id,
      format: mail.format,
      folded: mail.folded || null,
    })
    .execute()
  await db
    .updateTable('tickets')
    .set({ updated_at: sql<string>`now()` })
    .where('id', '=', ticket.id)
    .where('company_id', '=', ticket.company_id)
    .execute()
}

/** Opens a ticket from a mail that belongs to no ticket yet, and returns the outcome. */
export async function openFromMail(platform: Platform, row: Kept, read: ReadMail, user: User): Promise<Outcome> {
  const mail = treatAsNew(read)
  const { begun } = await platform.db.system
    .selectFrom('tickets')
    .select((e) => e.fn.countAll<number>().as('begun'))
    .where('requester_id', '=', user.id)
    .where('source', '=', 'mail')
    .where('created_at', '>', minutesAgo(TICKETS_PER_SENDER.minutes))
    .executeTakeFirstOrThrow()
  if (begun >= TICKETS_PER_SENDER.most)
    return held('too_many', {
      detail: `More than ${TICKETS_PER_SENDER.most} tickets opened by email in an hour.`,
      senderId: user.id,
    })
  if (isEmpty(mail) && plainSubject(mail.subject) === '') return recorded('empty', { senderId: user.id })
  const ticket = await openFrom(platform, row.id, mail, user)
  return { state: 'taken', ticket, senderId: user.id }
}

/** The most people in To and Cc who become watchers by one mail. */
const WATCHING_MAX = 20

/** Returns the active users of the sender's company whom the mail was also sent to. They watch the ticket. */
async function colleaguesIn({ db }: Platform, mail: ReadMail, user: Pick<User, 'id' | 'company_id'>): Promise<Ref[]> {
  if (mail.to.length === 0) return []
  const people = await db.system
    .selectFrom('profiles as p')
    .select('p.id')
    .where('p.company_id', '=', user.company_id)
    .where('p.email', 'in', mail.to)
    .where('p.id', '<>', user.id)
    .where('p.deactivated_at', 'is', null)
    .orderBy('p.email')
    .limit(WATCHING_MAX)
    .execute()
  return people.map(({ id }) => ({ kind: 'user' as const, id }))
}

/** Adds the colleagues to whom a reply was also sent as watchers. */
async function addColleagues(platform: Platform, mail: ReadMail, user: User, ticketId: string): Promise<void> {
  const people = await colleaguesIn(platform, mail, user)
  if (people.length === 0) return
  await platform.db.asActor(user.actor, async (db) => {
    const ticket = await lockTicketRow(db, ticketId)
    if (!ticket || ticket.merged_into || ticket.status === 'closed') return
    if ((await addTicketWatchers(db, user.actor, ticket, people)) > 0)
      await notifyWatchers(db, user.actor, ticket, false)
  })
}

/** Opens a ticket from a mail in the name of the user, and returns the ticket's id, company and number. */
export async function openFrom(
  platform: Platform,
  mailId: string,
  read: ReadMail,
  user: Pick<User, 'id' | 'company_id' | 'actor'>,
): Promise<{ id: string; company_id: string; number: number }> {
  const sender = read.from ? await userAt(platform, read.from.address) : undefined
  // What staff quote may be internal.
  const mail = sender?.is_internal ? read : treatAsNew(read)
  const { fileIds, left } = await storeMailFiles(platform, mailId, mail, {
    companyId: user.company_id,
    userId: user.id,
  })
  const body = bodyOf(mail, fileIds.length, left)
  const first = body.split('\n').find((l) => l.trim() !== '') ?? ''
  const subject = (plainSubject(mail.subject) || first.replace(/\s+/g, ' ').trim() || 'No subject')
    .slice(0, SUBJECT_MAX)
    .toWellFormed()
  const made = await openTicketFor(
    contextOf(platform, user.actor, mailId, 'tickets.open'),
    {
      subject,
      description: body,
      category: 'other',
      impact: 'one',
      urgency: 'medium',
      tags: [],
      fileIds,
      watchers: await colleaguesIn(platform, mail, user),
    } as unknown as Parameters<typeof openTicketFor>[1],
    { id: mailId, format: mail.format, folded: foldedOf(mail, sender) },
  )
  return { id: made.id, company_id: user.company_id, number: made.number }
}

/**
 * Adds a mail to a ticket that staff chose, in the name of its sender, who can be a user or not. A mail of staff becomes
 * an internal note, because it may answer one. Returns the message's id.
 */
export async function addToChosenTicket(
  platform: Platform,
  mailId: string,
  mail: ReadMail,
  ticket: { id: string; company_id: string; requester_id: string },
): Promise<string> {
  const user = mail.from ? await userAt(platform, mail.from.address) : undefined
  const belongs = user && (user.is_internal || (user.company_id === ticket.company_id && !user.deactivated_at))
  const owner = belongs
    ? { companyId: user.company_id, userId: user.id }
    : { companyId: ticket.company_id, userId: ticket.requester_id }
  const { fileIds, left } = await storeMailFiles(platform, mailId, mail, owner)
  const body = bodyOf(mail, fileIds.length, left)
  const from = { id: mailId, format: mail.format, folded: foldedOf(mail, user) }
  if (belongs) {
    const context = contextOf(platform, user.actor, mailId, 'tickets.reply')
    const kind = user.is_internal ? 'note' : 'reply'
    return (await replyToTicket(context, { id: ticket.id, kind, body, fileIds }, from)).id
  }
  const name = mail.from?.name || mail.from?.address || 'Unknown'
  return replyOfContact(platform, from, ticket as Found, { name, body, fileIds, thanks: false })
}
