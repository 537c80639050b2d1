// Decides about one mail that was kept: whose it is, which ticket it belongs to, and what becomes of it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../../brand.config.ts'
import type { Role } from '../../contract/base.ts'
import { tellMails } from '../contacts/index.ts'
import { takeIn } from '../files/index.ts'
import { type Actored, refusalOf, refuse } from '../platform/api.ts'
import { type Actor, type Db, systemOf } from '../platform/db.ts'
import { queueMail } from '../platform/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { NotStored, type Storage } from '../platform/storage.ts'
import { changeStatus } from './change-status.ts'
import {
  type Lane,
  loopMark,
  madeFor,
  messageIdOf,
  readAddress,
  readMessageId,
  sentTo,
  type Who,
} from './mail-address.ts'
import { authenticated, automatic, HOPS_MAX, isReport, isThanks, numberIn, plainSubject } from './mail-kind.ts'
import { cleanText } from './mail-text.ts'
import { targetOf } from './merge.ts'
import { open } from './open.ts'
import { lock } from './queries.ts'
import { type ReadMail, readMail, Unreadable } from './read-mail.ts'
import { isDesk, isOurs, type TakeData } from './receive-mail.ts'
import { reply } from './reply.ts'
import { attach } from './write.ts'

/** Mails that one address may send in a time, and one ticket may get by mail. */
export const MAILS_PER_SENDER = { most: 30, minutes: 10 }
export const MAILS_PER_TICKET = { most: 100, minutes: 60 }
/** Tickets that one address may open by mail in an hour. */
export const TICKETS_PER_SENDER = { most: 20, minutes: 60 }
const SUBJECT_MAX = 200

/** What became of a mail. */
export type Outcome = {
  state: 'taken' | 'recorded' | 'held' | 'refused'
  reason?: string
  detail?: string
  ticket?: { id: string; company_id: string }
  messageId?: string
  senderId?: string
}
const refused = (reason: string, more: Partial<Outcome> = {}): Outcome => ({ state: 'refused', reason, ...more })
const held = (reason: string, more: Partial<Outcome> = {}): Outcome => ({ state: 'held', reason, ...more })
const recorded = (reason: string, more: Partial<Outcome> = {}): Outcome => ({ state: 'recorded', reason, ...more })

type Kept = { id: string; company_id: string; envelope_from: string; door: string; recipients: string[] }

/** The bytes of a kept mail; undefined once they were removed. */
export async function bytesOf(storage: Storage, id: string): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  try {
    for await (const part of await storage.open(id)) parts.push(part as Buffer)
  } catch (e) {
    if (e instanceof NotStored) return undefined
    throw e
  }
  return Buffer.concat(parts)
}

/** Takes one mail; a second time it does nothing. */
export async function takeMail(platform: Platform, { mailId }: TakeData): Promise<void> {
  const row = await platform.db.system
    .selectFrom('inbound_mails')
    .select(['id', 'company_id', 'envelope_from', 'door', 'recipients'])
    .where('id', '=', mailId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return
  const bytes = await bytesOf(platform.storage, row.id)
  if (!bytes) return settle(platform, row.id, held('lost', { detail: 'The mail itself is not there any more.' }))
  let mail: ReadMail
  try {
    mail = await readMail(bytes)
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e
    return settle(platform, row.id, held('unreadable', { detail: e.message }))
  }
  await platform.db.system
    .updateTable('inbound_mails')
    .set({
      mail_id: mail.messageId ?? null,
      sender: mail.from?.address ?? null,
      sender_name: mail.from?.name.slice(0, 200) || null,
      subject: mail.subject,
      excerpt: (mail.said || mail.text).replace(/\s+/g, ' ').trim().slice(0, 400).toWellFormed(),
    })
    .where('id', '=', row.id)
    .execute()
  await settle(platform, row.id, await decide(platform, row, mail))
}

async function settle({ db }: Platform, id: string, outcome: Outcome): Promise<void> {
  await db.system
    .updateTable('inbound_mails')
    .set({
      state: outcome.state,
      reason: outcome.reason ?? null,
      detail: outcome.detail?.slice(0, 1000) ?? null,
      ...(outcome.ticket ? { ticket_id: outcome.ticket.id, company_id: outcome.ticket.company_id } : {}),
      message_id: outcome.messageId ?? null,
      sender_id: outcome.senderId ?? null,
      settled_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** A user by address, whatever their standing. */
export async function userAt({ db }: Pick<Platform, 'db'>, address: string) {
  const row = await db.system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.id', 'p.company_id', 'p.full_name', 'p.email', 'p.deactivated_at', 'c.is_internal', 'r.role'])
    .where('p.email', '=', address.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const role = (row.role as Role | null) ?? (row.is_internal ? 'engineer' : 'member')
  const actor: Actor = { kind: row.is_internal ? 'staff' : 'tenant', companyId: row.company_id, userId: row.id, role }
  return { ...row, actor }
}
type User = NonNullable<Awaited<ReturnType<typeof userAt>>>

const ticketBy = (db: Platform['db']['system']) =>
  db.selectFrom('tickets').select(['id', 'company_id', 'number', 'status', 'subject', 'requester_id', 'merged_into'])
type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof ticketBy>['executeTakeFirst']>>>

/** The ticket that this one became part of, or itself. */
async function merged({ db }: Platform, ticket: Found): Promise<Found> {
  const target = ticket.merged_into ? await targetOf(db.system, ticket.id) : undefined
  return (target && (await ticketBy(db.system).where('id', '=', target.ticketId).executeTakeFirst())) ?? ticket
}

/** Contacts without an account who watch the ticket or, before a merge, watched what is now part of it. */
const contactAt = ({ db }: Platform, ticketIds: string[], address: string) =>
  db.system
    .selectFrom('ticket_watchers as w')
    .innerJoin('contacts as k', (j) => j.onRef('k.company_id', '=', 'w.company_id').onRef('k.id', '=', 'w.contact_id'))
    .select(['k.id', 'k.full_name', 'k.email'])
    .where('w.ticket_id', 'in', ticketIds)
    .where('k.email_key', '=', address.toLowerCase())
    .where('k.archived_at', 'is', null)
    .executeTakeFirst()

/** Whether an address of ours was made for anybody of the ticket: then it came from somebody who was written to. */
async function madeForSomebody(platform: Platform, ticket: Found, addressed: Parameters<typeof madeFor>[1]) {
  const [users, contacts] = await Promise.all([
    platform.db.system
      .selectFrom('profiles as p')
      .innerJoin('companies as c', 'c.id', 'p.company_id')
      .select('p.id')
      .where((e) => e.or([e('p.company_id', '=', ticket.company_id), e('c.is_internal', '=', true)]))
      .execute(),
    platform.db.system
      .selectFrom('ticket_watchers as w')
      .innerJoin('contacts as k', (j) =>
        j.onRef('k.company_id', '=', 'w.company_id').onRef('k.id', '=', 'w.contact_id'),
      )
      .select('k.email')
      .where('w.ticket_id', 'in', [ticket.id, ...(ticket.merged_into ? [ticket.merged_into] : [])])
      .execute(),
  ])
  const everybody: Who[] = [
    ...users.map((u) => ({ userId: u.id })),
    ...contacts.flatMap((k) => (k.email ? [{ email: k.email }] : [])),
  ]
  return everybody.some((who) => madeFor(platform.env, addressed, who))
}

const recently = (minutes: number) => sql<string>`now() - make_interval(mins => ${minutes})`

async function decide(platform: Platform, row: Kept, mail: ReadMail): Promise<Outcome> {
  const { env } = platform
  const domain = env.inbound?.domain ?? ''
  // ---- from a program
  if (mail.report || isReport(mail) || (row.door === 'smtp' && row.envelope_from === '')) return bounced(platform, mail)
  const returned = mail.headers['return-path']?.[0]?.trim()
  if (returned === '<>') return bounced(platform, mail)
  if ((mail.headers['x-loop'] ?? []).some((v) => v.trim() === loopMark(env)))
    return recorded('loop', { detail: 'A mail of ours came back.' })
  if (mail.messageId && readMessageId(env, mail.messageId))
    return recorded('loop', { detail: 'A mail of ours came back.' })
  if ((mail.headers.received?.length ?? 0) > HOPS_MAX)
    return recorded('loop', { detail: `It passed more than ${HOPS_MAX} servers.` })
  const sign = automatic(mail)
  if (sign) return recorded('automatic', { detail: sign })

  // ---- from whom
  if (!mail.from) return refused('no_sender')
  const { address } = mail.from
  const user = await userAt(platform, address)
  const senderId = user ? { senderId: user.id } : {}
  if (env.inbound?.authServer && !authenticated(mail, env.inbound.authServer, address))
    return held('not_authenticated', { detail: `${env.inbound.authServer} did not confirm the sender.`, ...senderId })
  const { sent } = await platform.db.system
    .selectFrom('inbound_mails')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('sender', '=', address)
    .where('received_at', '>', recently(MAILS_PER_SENDER.minutes))
    .executeTakeFirstOrThrow()
  if (sent > MAILS_PER_SENDER.most)
    return held('too_many', {
      detail: `More than ${MAILS_PER_SENDER.most} mails from this address in ${MAILS_PER_SENDER.minutes} minutes.`,
      ...senderId,
    })
  if (user?.deactivated_at) return refused('deactivated', senderId)

  // ---- to which ticket
  const to = [...new Set([...row.recipients, ...mail.to])]
  const place = await placeOf(platform, to, mail, user)
  if (place && 'state' in place) return { ...place, ...senderId }
  // An answer of the team is believed by everybody: an address that anybody can write over a mail is not enough for one.
  if (place && user?.is_internal && !place.own && !env.inbound?.authServer)
    return held('not_authenticated', {
      detail: 'It does not answer a mail to this person, and no server confirms the sender.',
      ticket: place.ticket,
      ...senderId,
    })
  if (place) return answer(platform, row, mail, user, place)
  const ours = to.filter((a) => isOurs(env, a))
  if (!ours.some((a) => isDesk(env, a)))
    return refused('no_such_address', { detail: to.filter((a) => a.endsWith(`@${domain}`)).join(', '), ...senderId })
  if (!user) return refused('unknown_sender')
  if (user.is_internal) return held('from_staff', senderId)
  return begin(platform, row, mail, user)
}

/** `own`: by an address or a mail that only this sender was given. */
type Place = { ticket: Found; lane: Lane; before: string[]; own: boolean }

/** The ticket that a mail names: by the address it was sent to, by what it answers, or by the number in its subject. */
async function placeOf(
  platform: Platform,
  to: string[],
  mail: ReadMail,
  user: User | undefined,
): Promise<Place | Outcome | undefined> {
  const { env, db } = platform
  const addressed = to.flatMap((a) => readAddress(a, env.inbound?.domain ?? '') ?? [])[0]
  if (addressed) {
    const ticket = await ticketBy(db.system).where('id', '=', addressed.ticketId).executeTakeFirst()
    // An address that was never ours says nothing about whether such a ticket exists.
    if (!ticket) return refused('bad_address')
    const sender = mail.from?.address ?? ''
    const own =
      (user !== undefined && madeFor(env, addressed, { userId: user.id })) || madeFor(env, addressed, { email: sender })
    if (!own && !(await madeForSomebody(platform, ticket, addressed))) return refused('bad_address')
    return { ticket: await merged(platform, ticket), lane: addressed.lane, before: [ticket.id], own }
  }
  for (const id of mail.references) {
    const found = readMessageId(env, id)
    if (!found) continue
    const ticket = await ticketBy(db.system).where('id', '=', found.ticketId).executeTakeFirst()
    if (!ticket) continue
    const notes = mail.references.some((r) => readMessageId(env, r)?.lane === 'note')
    const own = user !== undefined && mail.references.some((r) => sentTo(env, r, { userId: user.id }))
    return { ticket: await merged(platform, ticket), lane: notes ? 'note' : 'reply', before: [ticket.id], own }
  }
  // A number is no secret: it counts only for those whose ticket it is anyway.
  const number = numberIn(mail.subject)
  if (number === undefined || !user) return undefined
  let query = ticketBy(db.system).where('number', '=', number)
  if (!user.is_internal) query = query.where('company_id', '=', user.company_id)
  const ticket = await query.executeTakeFirst()
  return ticket ? { ticket: await merged(platform, ticket), lane: 'reply', before: [ticket.id], own: false } : undefined
}

/** Ids that are the same for every attempt at one mail. */
function idOf(mailId: string, part: number): string {
  const h = createHash('sha256').update(`${mailId} ${part}`).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`
}

/** The files of a mail, kept; those that were not are named with the reason. */
async function filesOf(
  platform: Platform,
  mailId: string,
  mail: ReadMail,
  owner: { companyId: string; userId: string },
): Promise<{ fileIds: string[]; left: ReadMail['left'] }> {
  const fileIds: string[] = []
  const left = [...mail.left]
  for (const [i, { name, bytes }] of mail.files.entries()) {
    const taken = await takeIn(platform, {
      id: idOf(mailId, i),
      companyId: owner.companyId,
      uploadedBy: owner.userId,
      name,
      bytes,
    })
    if ('id' in taken) fileIds.push(taken.id)
    else left.push({ name, why: taken.refused.replace(/\.$/, '') })
  }
  return { fileIds, left }
}

const literal = (text: string) =>
  cleanText(text)
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>|])/g, '\\$1')
    .slice(0, 200)

/** The text of a message: what was said, and what of the mail did not come along. */
export function bodyOf(mail: Pick<ReadMail, 'said' | 'cut'>, files: number, left: ReadMail['left']): string {
  const said = mail.said.trim() || (files > 0 ? (files === 1 ? 'Sent a file.' : `Sent ${files} files.`) : 'Sent files.')
  return [
    said,
    ...(mail.cut ? ['*The mail is longer: the rest is not shown here.*'] : []),
    ...(left.length > 0
      ? [`*Not taken over from the mail: ${left.map((l) => `${literal(l.name)} (${literal(l.why)})`).join(', ')}*`]
      : []),
  ].join('\n\n')
}

const contextOf = (platform: Platform, actor: Actor, mailId: string, operation: string): Actored =>
  ({
    platform,
    requestId: mailId,
    header: () => undefined,
    address: '',
    reply: [],
    actor,
    // A job that was cut off after its effect finds its first answer.
    once: { key: `mail ${mailId}`, operation, used: false },
  }) as unknown as Actored

async function answer(
  platform: Platform,
  row: Kept,
  mail: ReadMail,
  user: User | undefined,
  { ticket, lane, before }: Place,
): Promise<Outcome> {
  const address = mail.from?.address ?? ''
  const belongs = user && (user.is_internal || user.company_id === ticket.company_id)
  const contact = belongs ? undefined : await contactAt(platform, [...new Set([ticket.id, ...before])], address)
  const about = { ticket, ...(user ? { senderId: user.id } : {}) }
  if (!belongs && !contact) return refused(user ? 'not_on_ticket' : 'unknown_sender', about)
  if (lane === 'note' && !user?.is_internal) return refused('not_on_ticket', about)

  const { sent } = await platform.db.system
    .selectFrom('inbound_mails')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('received_at', '>', recently(MAILS_PER_TICKET.minutes))
    .executeTakeFirstOrThrow()
  if (sent >= MAILS_PER_TICKET.most)
    return held('too_many', { ...about, detail: `More than ${MAILS_PER_TICKET.most} mails in an hour on this ticket.` })

  const thanks = mail.files.length === 0 && isThanks(mail.said)
  if (ticket.status === 'closed' && lane === 'reply') {
    if (thanks) return recorded('thanks', about)
    if (belongs && !user.is_internal) await tellClosed(platform, ticket, user, mail, row.id)
    return held('ticket_closed', about)
  }
  if (mail.said.trim() === '' && mail.files.length === 0 && mail.left.length === 0) return recorded('empty', about)

  const companyId = belongs ? user.company_id : ticket.company_id
  const uploader = belongs ? user.id : ticket.requester_id
  const { fileIds, left } = await filesOf(platform, row.id, mail, { companyId, userId: uploader })
  const body = bodyOf(mail, fileIds.length, left)
  // A thank you hands nothing back: what waits for the partner goes on waiting.
  const stays = thanks && belongs && !user.is_internal && ticket.status === 'waiting_on_partner'
  try {
    const messageId = belongs
      ? (
          await reply(
            contextOf(platform, user.actor, row.id, 'tickets.reply'),
            {
              id: ticket.id,
              kind: lane === 'note' ? 'note' : 'reply',
              body,
              fileIds,
              ...(stays ? { status: 'waiting_on_partner' as const } : {}),
            },
            row.id,
          )
        ).id
      : await replyOfContact(platform, row.id, ticket, {
          name: contact?.full_name ?? address,
          body,
          fileIds,
          thanks,
        })
    await hasMailbox(platform, address)
    if (belongs && !user.is_internal && ticket.status === 'resolved' && !thanks && lane === 'reply')
      await tellResolved(platform, ticket, user, mail, row.id)
    return { state: 'taken', messageId, ...about }
  } catch (e) {
    const refusal = refusalOf(e)
    // Somebody was faster: it is closed, or part of another one, by now.
    if (refusal?.code === 'TICKET_CLOSED') return held('ticket_closed', about)
    if (refusal?.code === 'NOT_FOUND' || refusal?.code === 'FORBIDDEN') return refused('not_on_ticket', about)
    throw e
  }
}

/** Writes what somebody without an account answered. They have no login: the product writes it, in their name. */
async function replyOfContact(
  platform: Platform,
  mailId: string,
  ticket: Found,
  { name, body, fileIds, thanks }: { name: string; body: string; fileIds: string[]; thanks: boolean },
): Promise<string> {
  const actor = systemOf(ticket.company_id)
  const messageId = idOf(mailId, -1)
  await platform.db.asActor(actor, async (db) => {
    const now = await lock(db, ticket.id)
    const there = await db.selectFrom('messages').select('id').where('id', '=', messageId).executeTakeFirst()
    if (!now || there) return
    // Somebody was faster: it is part of another one, or closed, by now.
    if (now.merged_into) throw refuse('TICKET_MERGED', { into: now.merged_into })
    if (now.status === 'closed') throw refuse('TICKET_CLOSED')
    await writeAs(db, actor, now, { id: messageId, name, body, mailId })
    const owner = { ...actor, userId: ticket.requester_id }
    await attach(db, { actor: owner } as unknown as Actored, fileIds, {
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

/** Writes a public reply by somebody who is no user. */
export async function writeAs(
  db: Db,
  _actor: Actor,
  ticket: { company_id: string; id: string },
  { id, name, body, mailId }: { id: string; name: string; body: string; mailId: string },
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
      inbound_id: mailId,
    })
    .execute()
  await db
    .updateTable('tickets')
    .set({ updated_at: sql<string>`now()` })
    .where('id', '=', ticket.id)
    .where('company_id', '=', ticket.company_id)
    .execute()
}

/** Opens a ticket from a mail to our address that belongs to none. */
async function begin(platform: Platform, row: Kept, mail: ReadMail, user: User): Promise<Outcome> {
  const { begun } = await platform.db.system
    .selectFrom('tickets')
    .select((e) => e.fn.countAll<number>().as('begun'))
    .where('requester_id', '=', user.id)
    .where('source', '=', 'mail')
    .where('created_at', '>', recently(TICKETS_PER_SENDER.minutes))
    .executeTakeFirstOrThrow()
  if (begun >= TICKETS_PER_SENDER.most)
    return held('too_many', {
      detail: `More than ${TICKETS_PER_SENDER.most} tickets by mail in an hour.`,
      senderId: user.id,
    })
  if (mail.said.trim() === '' && mail.files.length === 0 && plainSubject(mail.subject) === '')
    return recorded('empty', { senderId: user.id })
  const ticket = await openFrom(platform, row.id, mail, user)
  return { state: 'taken', ticket, senderId: user.id }
}

/** Opens the ticket, in the name of the user. */
export async function openFrom(
  platform: Platform,
  mailId: string,
  mail: ReadMail,
  user: Pick<User, 'id' | 'company_id' | 'actor'>,
): Promise<{ id: string; company_id: string; number: number }> {
  const { fileIds, left } = await filesOf(platform, mailId, mail, { companyId: user.company_id, userId: user.id })
  const body = bodyOf(mail, fileIds.length, left)
  const first = body.split('\n').find((l) => l.trim() !== '') ?? ''
  const subject = (plainSubject(mail.subject) || first.replace(/\s+/g, ' ').trim() || 'Without a subject')
    .slice(0, SUBJECT_MAX)
    .toWellFormed()
  const made = await open(
    contextOf(platform, user.actor, mailId, 'tickets.open'),
    {
      subject,
      description: body,
      category: 'other',
      impact: 'one',
      urgency: 'medium',
      tags: [],
      fileIds,
      watchers: [],
    } as unknown as Parameters<typeof open>[1],
    mailId,
  )
  return { id: made.id, company_id: user.company_id, number: made.number }
}

/** Adds a mail to a ticket by a decision of staff: in the name of its sender, whoever that is. */
export async function addTo(
  platform: Platform,
  mailId: string,
  mail: ReadMail,
  ticket: { id: string; company_id: string; requester_id: string },
): Promise<string> {
  const user = mail.from ? await userAt(platform, mail.from.address) : undefined
  const belongs = user && !user.is_internal && user.company_id === ticket.company_id && !user.deactivated_at
  const owner = belongs
    ? { companyId: user.company_id, userId: user.id }
    : { companyId: ticket.company_id, userId: ticket.requester_id }
  const { fileIds, left } = await filesOf(platform, mailId, mail, owner)
  const body = bodyOf(mail, fileIds.length, left)
  if (belongs) {
    const context = contextOf(platform, user.actor, mailId, 'tickets.reply')
    return (await reply(context, { id: ticket.id, kind: 'reply', body, fileIds }, mailId)).id
  }
  const name = mail.from?.name || mail.from?.address || 'Unknown'
  return replyOfContact(platform, mailId, ticket as Found, { name, body, fileIds, thanks: false })
}

/** Tells the sender what an answer could not do; not more than a few times an hour. */
async function tellSender(
  platform: Platform,
  ticket: Found,
  user: User,
  mail: ReadMail,
  about: { id: string; kind: string; text: string[]; button: string },
): Promise<void> {
  const { env, limits, db } = platform
  if (!(await limits.mail(about.kind, user.email))) return
  const part = about.id
  await queueMail(platform, db.system, ticket.company_id, {
    id: `${about.kind} ${about.id}`,
    to: user.email,
    subject: `[T-${ticket.number}] ${ticket.subject}`,
    messageId: messageIdOf(env, 'reply', ticket.id, part, { userId: user.id }),
    references: [messageIdOf(env, 'reply', ticket.id, 'root'), ...(mail.messageId ? [mail.messageId] : [])],
    headers: { 'X-Loop': loopMark(env), 'Auto-Submitted': 'auto-replied', Precedence: 'list' },
    foot: `You get this because you wrote to ${brand.shortName} about ticket T-${ticket.number}.`,
    blocks: [...about.text, { button: about.button, href: `${env.publicUrl}/tickets/${ticket.id}` }],
  })
}
const tellClosed = (platform: Platform, t: Found, user: User, mail: ReadMail, id: string) =>
  tellSender(platform, t, user, mail, {
    id,
    kind: 'answer to a closed ticket',
    text: [
      `Ticket T-${t.number} is closed, so your mail was not added to it. Our team sees your mail.`,
      'To go on with it, open the ticket and choose Reopen. For something new, open a new ticket.',
    ],
    button: `Open T-${t.number}`,
  })
const tellResolved = (platform: Platform, t: Found, user: User, mail: ReadMail, id: string) =>
  tellSender(platform, t, user, mail, {
    id,
    kind: 'answer to a resolved ticket',
    text: [
      `Your mail was added to ticket T-${t.number}. The ticket stays resolved.`,
      'If it is not solved, open the ticket and choose Reopen.',
    ],
    button: `Open T-${t.number}`,
  })

/** Who writes has a mailbox again: mails go there in every company. */
const hasMailbox = (platform: Platform, address: string): Promise<void> =>
  platform.db.system.transaction().execute(async (tx) => {
    const freed = await tx.deleteFrom('mail_bounces').where('email', '=', address).returning('company_id').execute()
    for (const { company_id } of freed)
      await tellMails(tx as Db, systemOf(company_id), company_id, [address], 'mails-resumed')
  })

/** A mail of ours that came back: the address is marked, and whoever works on the ticket learns that it was not read. */
async function bounced(platform: Platform, mail: ReadMail): Promise<Outcome> {
  const { env, db } = platform
  const failed = (mail.report?.recipients ?? []).filter((r) => r.action === 'failed' || /^5\./.test(r.status))
  const detail = failed.map((r) => `${r.address}: ${r.status} ${r.detail}`.trim()).join('\n')
  const found = mail.report?.originalId ? readMessageId(env, mail.report.originalId) : undefined
  const original = found ? await ticketBy(db.system).where('id', '=', found.ticketId).executeTakeFirst() : undefined
  const about = { detail: detail || mail.subject, ...(original ? { ticket: original } : {}) }
  if (failed.length === 0) return recorded('report', about)
  // Anybody can send what looks like a report: only one about a mail that we did send to this address counts.
  if (!original || !found) return recorded('bounce', about)
  const genuine: typeof failed = []
  for (const r of failed) {
    const user = await userAt(platform, r.address)
    const who: Who[] = [...(user ? [{ userId: user.id }] : []), { email: r.address }]
    const part = /^<?(?:reply|note)\.[0-9a-f]{32}\.([0-9a-z]+)\./.exec(mail.report?.originalId ?? '')?.[1] ?? ''
    if (who.some((w) => messageIdOf(env, found.lane, original.id, part, w) === mail.report?.originalId)) genuine.push(r)
  }
  if (genuine.length === 0) return recorded('bounce', about)
  const actor = systemOf(original.company_id)
  await db.system.transaction().execute(async (tx) => {
    const forGood = genuine.filter((g) => /^5\./.test(g.status))
    if (forGood.length === 0) return
    const addresses = forGood.map((r) => r.address)
    // What is not held back any more came back long ago: that it does once more is news.
    await tx
      .deleteFrom('mail_bounces')
      .where('company_id', '=', original.company_id)
      .where('email', 'in', addresses)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('held_addresses as h')
              .select('h.email')
              .whereRef('h.company_id', '=', 'mail_bounces.company_id')
              .whereRef('h.email', '=', 'mail_bounces.email'),
          ),
        ),
      )
      .execute()
    let marked = false
    for (const r of forGood) {
      const row = await tx
        .insertInto('mail_bounces')
        .values({
          company_id: original.company_id,
          id: uuid(),
          email: r.address,
          status: r.status,
          detail: r.detail,
        })
        .onConflict((c) =>
          c.columns(['company_id', 'email']).doUpdateSet((e) => ({
            count: sql<number>`mail_bounces.count + 1`,
            status: e.ref('excluded.status'),
            detail: e.ref('excluded.detail'),
            last_at: sql<string>`now()`,
          })),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      // Said once: ten mails to the same dead address need no ten notes.
      marked ||= row.count === 1
    }
    await tellMails(tx as Db, actor, original.company_id, addresses, 'mails-held')
    if (!marked) return
    const id = uuid()
    await tx
      .insertInto('messages')
      .values({
        company_id: original.company_id,
        id,
        ticket_id: original.id,
        kind: 'note',
        author_kind: 'system',
        author_name: brand.shortName,
        body: `Mail could not be delivered. They do not get what is written here:\n\n${genuine.map((r) => `- ${literal(r.address)}: ${literal(`${r.status} ${r.detail}`)}`).join('\n')}`,
      })
      .execute()
    await publish(tx as Db, actor, {
      companyId: original.company_id,
      topic: 'ticket',
      kind: 'note',
      subjectId: original.id,
      staffOnly: true,
      data: { messageId: id },
    })
  })
  return recorded('bounce', about)
}
