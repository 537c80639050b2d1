// Finds the sender of a mail and the ticket it belongs to.

import type { Role } from '../../../contract/base.ts'
import { getAccount } from '../../account/index.ts'
import type { Actor } from '../../platform/database/db.ts'
import type { ReadMail } from '../../platform/mail/read-mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { targetOf } from '../facts/merge.ts'
import { type Lane, madeFor, readAddress, readMessageId, sentTo, type Who } from './mail-address.ts'
import { numberIn } from './mail-kind.ts'
import { type Outcome, refused } from './mail-outcome.ts'

/** Returns the user with this address, even if deactivated. A partner's user counts only with a verified mailbox. */
export async function userAt({ db }: Pick<Platform, 'db'>, address: string) {
  const row = await db.system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.id', 'p.company_id', 'p.full_name', 'p.email', 'p.deactivated_at', 'c.is_internal', 'r.role'])
    .where('p.email', '=', address.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  // Someone may have signed up with another person's address. Without this check, that person's mail would go to the
  // wrong company.
  if (!row.is_internal && !(await getAccount(db.system, row.id))?.mailboxProvenAt) return undefined
  const role = (row.role as Role | null) ?? (row.is_internal ? 'engineer' : 'member')
  const actor: Actor = { kind: row.is_internal ? 'staff' : 'tenant', companyId: row.company_id, userId: row.id, role }
  return { ...row, actor }
}

export type User = NonNullable<Awaited<ReturnType<typeof userAt>>>

/** Returns a query for the columns of tickets that incoming mail needs. */
export const ticketBy = (db: Platform['db']['system']) =>
  db.selectFrom('tickets').select(['id', 'company_id', 'number', 'status', 'subject', 'requester_id', 'merged_into'])

export type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof ticketBy>['executeTakeFirst']>>>

/** Returns the ticket that this one was merged into, or this one. */
export async function targetTicket({ db }: Platform, ticket: Found): Promise<Found> {
  const target = ticket.merged_into ? await targetOf(db.system, ticket.id) : undefined
  return (target && (await ticketBy(db.system).where('id', '=', target.ticketId).executeTakeFirst())) ?? ticket
}

/**
 * Returns the contact without an account who has this address and watches one of the company's tickets: the ticket
 * itself, or what was merged into it.
 */
export const contactAt = ({ db }: Platform, companyId: string, ticketIds: string[], address: string) =>
  db.system
    .selectFrom('ticket_watchers as w')
    .innerJoin('shared_contacts as k', (j) =>
      j.onRef('k.company_id', '=', 'w.company_id').onRef('k.id', '=', 'w.contact_id'),
    )
    .select(['k.id', 'k.full_name', 'k.email'])
    .where('w.company_id', '=', companyId)
    .where('w.ticket_id', 'in', ticketIds)
    .where('k.email_key', '=', address.toLowerCase())
    .where('k.archived_at', 'is', null)
    .executeTakeFirst()

/**
 * Returns whether a reply address was made for anyone on the ticket. If so, the sender got it from a person we wrote
 * to.
 */
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
      .innerJoin('shared_contacts as k', (j) =>
        j.onRef('k.company_id', '=', 'w.company_id').onRef('k.id', '=', 'w.contact_id'),
      )
      .select('k.email')
      .where('w.company_id', '=', ticket.company_id)
      .where('w.ticket_id', 'in', [ticket.id, ...(ticket.merged_into ? [ticket.merged_into] : [])])
      .execute(),
  ])
  const everybody: Who[] = [
    ...users.map((u) => ({ userId: u.id })),
    ...contacts.flatMap((k) => (k.email ? [{ email: k.email }] : [])),
  ]
  return everybody.some((who) => madeFor(platform.env, addressed, who))
}

/**
 * Returns the ticket of an earlier incoming mail that this one answers, such as when a colleague replies to all or the
 * sender writes again. Message-IDs are not secret, so a match counts only for people of the ticket's company, and for
 * staff.
 */
async function ticketOfMail({ db }: Platform, references: string[], user: User): Promise<Found | undefined> {
  if (references.length === 0) return undefined
  const earlier = await db.system
    .selectFrom('inbound_mails')
    .select(['mail_id', 'ticket_id'])
    .where('mail_id', 'in', references)
    .where('ticket_id', 'is not', null)
    .$if(!user.is_internal, (q) => q.where('company_id', '=', user.company_id))
    .orderBy('received_at', 'desc')
    .limit(100)
    .execute()
  const nearest = references.flatMap((id) => earlier.find((m) => m.mail_id === id) ?? [])[0]
  return nearest?.ticket_id ? ticketBy(db.system).where('id', '=', nearest.ticket_id).executeTakeFirst() : undefined
}

/**
 * The ticket that a mail belongs to. `own` means that it was found by an address or mail that only this sender was
 * given.
 */
export type Place = { ticket: Found; lane: Lane; before: string[]; own: boolean }

/**
 * Returns the ticket that a mail belongs to: by the address it was sent to, by the mail of ours or of a partner that it
 * replies to, or by the number in its subject.
 */
export async function findTicketOfMail(
  platform: Platform,
  to: string[],
  mail: ReadMail,
  user: User | undefined,
): Promise<Place | Outcome | undefined> {
  const { env, db } = platform
  const addressed = to.flatMap((a) => readAddress(a, env.inbound?.domain ?? '') ?? [])[0]
  if (addressed) {
    const ticket = await ticketBy(db.system).where('id', '=', addressed.ticketId).executeTakeFirst()
    // The reason is the same as for a forged address, so that it does not reveal whether the ticket exists.
    if (!ticket) return refused('bad_address')
    const sender = mail.from?.address ?? ''
    const own =
      (user !== undefined && madeFor(env, addressed, { userId: user.id })) || madeFor(env, addressed, { email: sender })
    if (!own && !(await madeForSomebody(platform, ticket, addressed))) return refused('bad_address')
    return { ticket: await targetTicket(platform, ticket), lane: addressed.lane, before: [ticket.id], own }
  }
  for (const id of mail.references) {
    const found = readMessageId(env, id)
    if (!found) continue
    const ticket = await ticketBy(db.system).where('id', '=', found.ticketId).executeTakeFirst()
    if (!ticket) continue
    const notes = mail.references.some((r) => readMessageId(env, r)?.lane === 'note')
    const sender = mail.from?.address ?? ''
    const own = mail.references.some(
      (r) => (user !== undefined && sentTo(env, r, { userId: user.id })) || sentTo(env, r, { email: sender }),
    )
    return { ticket: await targetTicket(platform, ticket), lane: notes ? 'note' : 'reply', before: [ticket.id], own }
  }
  const answered = user && (await ticketOfMail(platform, mail.references, user))
  if (answered)
    return { ticket: await targetTicket(platform, answered), lane: 'reply', before: [answered.id], own: false }
  // A number is not secret, so it counts only for a sender who may see the ticket anyway.
  const number = numberIn(mail.subject)
  if (number === undefined || !user) return undefined
  let query = ticketBy(db.system).where('number', '=', number)
  if (!user.is_internal) query = query.where('company_id', '=', user.company_id)
  const ticket = await query.executeTakeFirst()
  return ticket
    ? { ticket: await targetTicket(platform, ticket), lane: 'reply', before: [ticket.id], own: false }
    : undefined
}
