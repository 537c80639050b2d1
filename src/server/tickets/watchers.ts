import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { WATCHERS_MAX, type WatcherRef } from '../../contract/tickets.ts'
import { refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'

export type Ref = z.infer<typeof WatcherRef>
type Place = { company_id: string; id: string }

/**
 * Has people watch a ticket, as far as there is room; who does already, and its requester, are left out. The caller has
 * locked the ticket or just made it, and has checked who they are. Gives how many are new.
 */
export async function watch(db: Db, actor: Actor, ticket: Place, people: Ref[]): Promise<number> {
  if (people.length === 0) return 0
  const [{ requester_id }, already] = await Promise.all([
    db
      .selectFrom('tickets')
      .select('requester_id')
      .where('id', '=', ticket.id)
      .where('company_id', '=', ticket.company_id)
      .executeTakeFirstOrThrow(),
    watching(db, ticket),
  ])
  const known = new Set([...already.map((w) => w.user_id ?? w.contact_id), requester_id])
  const fresh = [...new Map(people.map((p) => [p.id, p])).values()]
    .filter((p) => !known.has(p.id))
    .slice(0, Math.max(0, WATCHERS_MAX - already.length))
  if (fresh.length === 0) return 0
  const made = await db
    .insertInto('ticket_watchers')
    .values(
      fresh.map((p) => ({
        company_id: ticket.company_id,
        id: uuid(),
        ticket_id: ticket.id,
        user_id: p.kind === 'user' ? p.id : null,
        contact_id: p.kind === 'contact' ? p.id : null,
        added_by: actor.role === 'system' ? null : actor.userId,
      })),
    )
    // A partner does not see which engineers follow for themselves: naming one of those changes nothing.
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return Number(made.numInsertedOrUpdatedRows ?? 0n)
}

/** Open pages hear that somebody watches or does no more; that staff follow a ticket for themselves is nothing to the partner. */
export const tellWatchers = (db: Db, actor: Actor, ticket: Place, staffOnly: boolean): Promise<void> =>
  publish(db, actor, {
    companyId: ticket.company_id,
    topic: 'ticket',
    kind: 'watchers',
    subjectId: ticket.id,
    staffOnly,
  })

/** Who watches, as rows. */
export const watching = (db: Db, ticket: Place) =>
  db
    .selectFrom('ticket_watchers')
    .select(['id', 'user_id', 'contact_id'])
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .execute()

/**
 * Checks that these may be made watchers by the actor: people of the ticket's company, its contacts with an email, and
 * for staff themselves. UNPROCESSABLE beside `field` for anybody else, whoever that is.
 */
export async function checkWatchers(
  db: Db,
  actor: Actor,
  companyId: string,
  wanted: Ref[],
  field: string,
): Promise<void> {
  const ids = (kind: Ref['kind']) => wanted.filter((w) => w.kind === kind).map((w) => w.id)
  const users = ids('user').filter((id) => !(actor.kind === 'staff' && id === actor.userId))
  const contacts = ids('contact')
  const [foundUsers, foundContacts] = await Promise.all([
    users.length === 0
      ? []
      : db
          .selectFrom('people')
          .select('id')
          .where('id', 'in', users)
          .where('company_id', '=', companyId)
          .where('active', '=', true)
          .execute(),
    contacts.length === 0
      ? []
      : db
          .selectFrom('contacts')
          .select('id')
          .where('company_id', '=', companyId)
          .where('id', 'in', contacts)
          .where('email', 'is not', null)
          .where('archived_at', 'is', null)
          .execute(),
  ])
  if (foundUsers.length === new Set(users).size && foundContacts.length === new Set(contacts).size) return
  throw refuse('UNPROCESSABLE', {
    fields: { [field]: ['Choose people of the company, or contacts who have an email address.'] },
  })
}

/** The watchers of a ticket as one JSON column, names and addresses in it; whoever left the company is not among them. */
export const watchersColumn = sql<{ id: string }[]>`(
  select coalesce(json_agg(json_build_object(
      'id', w.id, 'kind', case when w.user_id is null then 'contact' else 'user' end,
      'personId', coalesce(w.user_id, w.contact_id), 'name', w.name, 'email', w.email, 'staff', w.staff, 'mailsHeld', w.held)
    order by w.staff, w.created_at, w.id), '[]')
  from (
    select tw.id, tw.user_id, tw.contact_id, tw.created_at, k.email,
      k.archived_at is null and exists (
        select from held_addresses h where h.company_id = k.company_id and h.email = k.email_key) as held,
      coalesce(k.full_name, (select p.full_name from people p where p.id = tw.user_id and (p.is_internal or p.company_id = tw.company_id))) as name,
      coalesce((select p.is_internal from people p where p.id = tw.user_id), false) as staff
    from ticket_watchers tw
    left join contacts k on k.company_id = tw.company_id and k.id = tw.contact_id
    where tw.company_id = t.company_id and tw.ticket_id = t.id) w
  where w.name is not null)`
