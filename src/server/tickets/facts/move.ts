// The rows that a merge moves from one ticket to another. A table that refers to tickets has an entry here, or
// facts.test.ts names it among those whose rows stay with the merged ticket. Otherwise that test fails.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { ActorContext } from '../../platform/http/api.ts'
import { moveProjectLinks } from '../../projects/index.ts'
import { moveTime } from '../../time/index.ts'

type Two = { companyId: string; from: string; to: string }
type Move = (db: Db, tickets: Two, by: Pick<ActorContext, 'actor' | 'address' | 'requestId'>) => Promise<unknown>

const conversation: Move = (db, { companyId, from, to }) =>
  db
    .updateTable('messages')
    .set((e) => ({ ticket_id: to, moved_from: e.fn.coalesce('moved_from', e.val(from)) }))
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    // Events describe what was done to the source ticket, so they stay in its history.
    .where('kind', '<>', 'event')
    .execute()

const attachments: Move = (db, { companyId, from, to }) =>
  db
    .updateTable('attachments')
    .set({ ticket_id: to })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    .execute()

const mentions: Move = (db, { companyId, from, to }) =>
  db
    .updateTable('mentions')
    .set({ ticket_id: to })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    .execute()

/** Someone who watches both watches once. The requester of the target is notified anyway. */
const watchers: Move = async (db, { companyId, from, to }) => {
  await sql`
    update ticket_watchers w set ticket_id = ${to} where w.company_id = ${companyId} and w.ticket_id = ${from}
      and not exists (select from ticket_watchers o where o.company_id = w.company_id and o.ticket_id = ${to}
        and (o.user_id = w.user_id or o.contact_id = w.contact_id))
      and w.user_id is distinct from (select t.requester_id from tickets t where t.company_id = ${companyId} and t.id = ${to})`.execute(
    db,
  )
  await db.deleteFrom('ticket_watchers').where('company_id', '=', companyId).where('ticket_id', '=', from).execute()
}

/** Drafts move, unless their author has a draft of the same kind on the target. */
const drafts: Move = (db, { companyId, from, to }) =>
  sql`update ticket_drafts d set ticket_id = ${to} where d.ticket_company_id = ${companyId} and d.ticket_id = ${from}
    and not exists (select from ticket_drafts o where o.ticket_id = ${to} and o.user_id = d.user_id and o.kind = d.kind)`.execute(
    db,
  )

/**
 * Links of the source now lead to the target. A link between the two, or one that the target already has, is deleted.
 */
const links: Move = async (db, { from, to }) => {
  for (const [end, far] of [
    ['ticket_id', 'other_id'],
    ['other_id', 'ticket_id'],
  ] as const)
    await sql`
      update ticket_links l set ${sql.ref(end)} = ${to} where l.${sql.ref(end)} = ${from} and l.${sql.ref(far)} <> ${to}
        and not exists (select from ticket_links o where (o.ticket_id, o.other_id) in ((${to}, l.${sql.ref(far)}), (l.${sql.ref(far)}, ${to})))`.execute(
      db,
    )
  await db
    .deleteFrom('ticket_links')
    .where((e) => e.or([e('ticket_id', '=', from), e('other_id', '=', from)]))
    .execute()
}

/** Tickets that were merged into the source now point to the target: a pointer never leads to a pointer. */
const pointers: Move = (db, { companyId, from, to }) =>
  db
    .updateTable('tickets')
    .set({ merged_into: to })
    .where('company_id', '=', companyId)
    .where('merged_into', '=', from)
    .execute()

/** Only one estimate can be open: when both tickets have one, the source's is superseded. */
const estimates: Move = async (db, { companyId, from, to }) => {
  await sql`update estimates set status = 'superseded' where company_id = ${companyId} and ticket_id = ${from} and status = 'proposed'
    and exists (select from estimates o where o.company_id = ${companyId} and o.ticket_id = ${to} and o.status = 'proposed')`.execute(
    db,
  )
  await db
    .updateTable('estimates')
    .set({ ticket_id: to })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    .execute()
}

const time: Move = (db, { companyId, from, to }, by) => moveTime(db, by, companyId, from, to)

/** Projects that contain the source now contain the target, once if they had both. */
const projects: Move = (db, { companyId, from, to }) => moveProjectLinks(db, companyId, from, to)

/**
 * The moves of a merge, run in this order in its transaction, with both tickets locked. A module whose tables refer to
 * tickets adds an entry.
 */
const MOVES: Move[] = [
  conversation,
  attachments,
  mentions,
  watchers,
  drafts,
  links,
  pointers,
  estimates,
  time,
  projects,
]

/** Moves everything that belongs to one ticket to another of the same company. */
export async function moveTicketRecords(
  db: Db,
  tickets: Two,
  by: Pick<ActorContext, 'actor' | 'address' | 'requestId'>,
): Promise<void> {
  for (const move of MOVES) await move(db, tickets, by)
}
