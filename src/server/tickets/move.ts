// What moves from one ticket to another when two become one. Each table that points at tickets has a line here; one
// that is forgotten fails a test (facts.test.ts).
import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { moveTime } from '../time/index.ts'

type Two = { companyId: string; from: string; to: string }
type Move = (db: Db, tickets: Two, by: Pick<Actored, 'actor' | 'address' | 'requestId'>) => Promise<unknown>

const conversation: Move = (db, { companyId, from, to }) =>
  db
    .updateTable('messages')
    .set((e) => ({ ticket_id: to, moved_from: e.fn.coalesce('moved_from', e.val(from)) }))
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    // What was done to a ticket stays its own history.
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

/** Whoever watches both watches once; the requester of the one that remains is told anyway. */
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

/** What somebody was writing, unless they are writing on the other one as well. */
const drafts: Move = (db, { companyId, from, to }) =>
  sql`update ticket_drafts d set ticket_id = ${to} where d.ticket_company_id = ${companyId} and d.ticket_id = ${from}
    and not exists (select from ticket_drafts o where o.ticket_id = ${to} and o.user_id = d.user_id and o.kind = d.kind)`.execute(
    db,
  )

/** Links of the one that goes lead to the other; a link between the two, or one that it has already, is gone. */
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

/** What was merged into the one that goes belongs to the other: a pointer never leads to a pointer. */
const pointers: Move = (db, { companyId, from, to }) =>
  db
    .updateTable('tickets')
    .set({ merged_into: to })
    .where('company_id', '=', companyId)
    .where('merged_into', '=', from)
    .execute()

/** One question at a time: where both wait for an answer, the one of the ticket that goes is over. */
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

/** Projects that it belongs to have the other one; once, where they have both. */
const projects: Move = async (db, { companyId, from, to }) => {
  await sql`
    update project_tickets p set ticket_id = ${to} where p.company_id = ${companyId} and p.ticket_id = ${from}
      and not exists (select from project_tickets o where o.company_id = p.company_id and o.project_id = p.project_id and o.ticket_id = ${to})`.execute(
    db,
  )
  await db.deleteFrom('project_tickets').where('company_id', '=', companyId).where('ticket_id', '=', from).execute()
}

/** In this order, in the transaction of the merge, with both tickets locked. A room with tables of its own adds a line. */
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

/** Moves all that belongs to one ticket to another of the company. */
export async function moveAll(
  db: Db,
  tickets: Two,
  by: Pick<Actored, 'actor' | 'address' | 'requestId'>,
): Promise<void> {
  for (const move of MOVES) await move(db, tickets, by)
}
