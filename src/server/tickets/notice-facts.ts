// Reads the data for notices about tickets: the ticket, its people and its messages.

import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Lane, Who } from './mail/mail-address.ts'

/** A possible recipient: a user, or a watcher without an account. */
export type Person = { who: Who; name: string; email: string; staff: boolean }

const ticketFacts = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .leftJoin('inbound_mails as i', (j) =>
      j.onRef('i.company_id', '=', 't.company_id').onRef('i.id', '=', 't.inbound_id'),
    )
    .select([
      't.id',
      't.company_id',
      't.number',
      't.subject',
      't.description',
      't.description_format',
      't.status',
      't.source',
      't.requester_id',
      't.assignee_id',
      't.created_at',
      't.merged_into',
      'c.name as company',
      'i.mail_id',
      'i.quiet as mail_quiet',
      'i.sender as mail_sender',
    ])
    // Gmail starts a new thread when the subject changes, so mails keep the first subject.
    .select((e) =>
      e
        .selectFrom('messages as m')
        .select(sql<string>`m.data->>'from'`.as('first'))
        .whereRef('m.ticket_id', '=', 't.id')
        .where('m.kind', '=', 'event')
        .where(sql<string>`m.data->>'type'`, '=', 'subject')
        .orderBy('m.created_at')
        .limit(1)
        .as('first_subject'),
    )
    .where('t.id', '=', id),
)

/** Returns the ticket with what notices need, or undefined. */
export const ticketOf = async (db: Db, id: string) => (await ticketFacts(db, { id }))[0]

export type TicketFacts = Awaited<ReturnType<typeof ticketFacts>>[number]

/** Returns a query for the active users who may see the ticket: those of its company, and staff. */
const users = (db: Db, companyId: string) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.id', 'p.full_name', 'p.email', 'c.is_internal'])
    .where('p.deactivated_at', 'is', null)
    .where((e) => e.or([e('p.company_id', '=', companyId), e('c.is_internal', '=', true)]))

const usersByIds = prepared((db, { companyId, ids }: { companyId: string; ids: string[] }) =>
  users(db, companyId).where('p.id', '=', sql<string>`any(${ids}::uuid[])`),
)
const asPerson = (u: { id: string; full_name: string; email: string; is_internal: boolean }): Person => ({
  who: { userId: u.id },
  name: u.full_name,
  email: u.email,
  staff: u.is_internal,
})

/** Returns the active users with these ids who may see the ticket, in the order of the ids. */
export async function listUsersByIds(db: Db, companyId: string, ids: (string | null | undefined)[]): Promise<Person[]> {
  const wanted = [...new Set(ids.filter((id) => id != null))]
  if (wanted.length === 0) return []
  const rows = await usersByIds(db, { companyId, ids: wanted })
  return wanted.flatMap((id) => rows.filter((r) => r.id === id).map(asPerson))
}

/** Returns all active users of the provider. */
export const allStaff = async (db: Db, companyId: string): Promise<Person[]> =>
  (await users(db, companyId).where('c.is_internal', '=', true).execute()).map(asPerson)

/** Returns the active owners of a company. */
export const owners = async (db: Db, companyId: string): Promise<Person[]> =>
  (await users(db, companyId).where('p.company_id', '=', companyId).where('r.role', '=', 'owner').execute()).map(
    asPerson,
  )

const readWatchersForNotices = prepared((db, { companyId, id }: { companyId: string; id: string }) =>
  db
    .selectFrom('ticket_watchers as w')
    .leftJoin('shared_contacts as k', (j) =>
      j.onRef('k.company_id', '=', 'w.company_id').onRef('k.id', '=', 'w.contact_id'),
    )
    .select(['w.user_id', 'k.email', 'k.full_name', 'k.archived_at'])
    .where('w.company_id', '=', companyId)
    .where('w.ticket_id', '=', id)
    .orderBy('w.id'),
)

/**
 * Returns the watchers of a ticket who can be notified: active users, and contacts with a working address. A merge has
 * moved the watchers of a merged ticket to its target.
 */
export async function watchers(db: Db, t: TicketFacts): Promise<Person[]> {
  const rows = await readWatchersForNotices(db, { companyId: t.company_id, id: t.merged_into ?? t.id })
  // Contacts get no mail for a while after a mail server has permanently rejected their address.
  const addresses = rows.flatMap((r) => (r.email && !r.archived_at ? [r.email.toLowerCase()] : []))
  const deactivated = new Set(
    addresses.length === 0
      ? []
      : (
          await db
            .selectFrom('held_addresses')
            .select('email')
            .where('company_id', '=', t.company_id)
            .where('email', 'in', addresses)
            .execute()
        ).map((b) => b.email),
  )
  const people = await listUsersByIds(
    db,
    t.company_id,
    rows.map((r) => r.user_id),
  )
  const contacts = rows.flatMap((r): Person[] =>
    r.email && !r.archived_at && !deactivated.has(r.email.toLowerCase())
      ? [{ who: { email: r.email.toLowerCase() }, name: r.full_name ?? '', email: r.email, staff: false }]
      : [],
  )
  return [...people, ...contacts]
}

/** Returns a message with what notices need, or undefined. */
export async function messageOf(db: Db, companyId: string, id: string) {
  const message = await db
    .selectFrom('messages as m')
    .leftJoin('inbound_mails as i', (j) =>
      j.onRef('i.company_id', '=', 'm.company_id').onRef('i.id', '=', 'm.inbound_id'),
    )
    .select([
      'm.id',
      'm.kind',
      'm.body',
      'm.format',
      'm.author_id',
      'm.author_kind',
      'm.author_name',
      'm.created_at',
      'i.sender',
    ])
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!message) return undefined
  const files = await db
    .selectFrom('attachments as a')
    .innerJoin('shared_files as f', (j) => j.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'))
    .select(['f.name', 'f.size'])
    // The ticket finds them by an index. In the same statement, because the message may be moved in the meantime.
    .where('a.ticket_id', '=', (e) =>
      e.selectFrom('messages as m').select('m.ticket_id').where('m.company_id', '=', companyId).where('m.id', '=', id),
    )
    .where('a.message_id', '=', id)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  return { ...message, files }
}

type RepliesBefore = { companyId: string; id: string; kinds: string[]; at: string }
const listRepliesBefore = prepared((db, { companyId, id, kinds, at }: RepliesBefore) =>
  db
    .selectFrom('messages as m')
    .leftJoin('inbound_mails as i', (j) =>
      j.onRef('i.company_id', '=', 'm.company_id').onRef('i.id', '=', 'm.inbound_id'),
    )
    .select(['m.id', 'm.kind', 'm.body', 'm.format', 'm.author_id', 'm.author_kind', 'm.author_name', 'm.created_at'])
    .select(['i.mail_id', 'i.sender'])
    .where('m.company_id', '=', companyId)
    .where('m.ticket_id', '=', id)
    .where('m.kind', '=', sql<string>`any(${kinds}::text[])`)
    .where('m.created_at', '<', sql<string>`${at}::timestamptz`)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(8),
)

/** Returns the last eight replies before a moment, newest first; for readers of a note, notes count too. */
export const listEarlierReplies = (db: Db, t: TicketFacts, lane: Lane, at = 'infinity') =>
  listRepliesBefore(db, {
    companyId: t.company_id,
    id: t.id,
    kinds: lane === 'note' ? ['reply', 'note'] : ['reply'],
    at,
  })

export type Before = Awaited<ReturnType<typeof listEarlierReplies>>
