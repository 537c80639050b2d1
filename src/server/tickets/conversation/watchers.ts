import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { WATCHERS_MAX, type WatcherRef } from '../../../contract/tickets/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import { refuse } from '../../platform/http/api.ts'

export type Ref = z.infer<typeof WatcherRef>
type Place = { company_id: string; id: string }

/**
 * Adds watchers to a ticket while there is room. People who already watch and the requester are skipped. The caller has
 * locked the ticket or just created it, and has checked who the people are. Returns the number of new watchers.
 */
export async function addTicketWatchers(db: Db, actor: Actor, ticket: Place, people: Ref[]): Promise<number> {
  if (people.length === 0) return 0
  const [{ requester_id }, already] = await Promise.all([
    db
      .selectFrom('tickets')
      .select('requester_id')
      .where('id', '=', ticket.id)
      .where('company_id', '=', ticket.company_id)
      .executeTakeFirstOrThrow(),
    watcherRows(db, ticket),
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
    // Partners cannot see which engineers watch for themselves. Adding one of those again changes nothing.
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return Number(made.numInsertedOrUpdatedRows ?? 0n)
}

/**
 * Notifies open pages that the watchers have changed. A change among engineers who watch for themselves is for staff
 * only.
 */
export const notifyWatchers = (db: Db, actor: Actor, ticket: Place, staffOnly: boolean): Promise<void> =>
  publish(db, actor, {
    companyId: ticket.company_id,
    topic: 'ticket',
    kind: 'watchers',
    subjectId: ticket.id,
    staffOnly,
  })

/** Returns the watchers of a ticket as rows. */
export const watcherRows = (db: Db, ticket: Place) =>
  db
    .selectFrom('ticket_watchers')
    .select(['id', 'user_id', 'contact_id'])
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .execute()

/**
 * Checks that the actor may add these watchers: users of the ticket's company, its contacts with an email address, and
 * for staff themselves. Throws UNPROCESSABLE on `field` for anyone else.
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
          .selectFrom('shared_contacts')
          .select('id')
          .where('company_id', '=', companyId)
          .where('id', 'in', contacts)
          .where('email', 'is not', null)
          .where('archived_at', 'is', null)
          .execute(),
  ])
  if (foundUsers.length === new Set(users).size && foundContacts.length === new Set(contacts).size) return
  throw refuse('UNPROCESSABLE', {
    fields: { [field]: ['Choose users of this company, or contacts with an email address.'] },
  })
}

/**
 * The watchers of a ticket as one JSON column, with names and addresses. People who have left the company are left out.
 */
export const watchersColumn = sql<{ id: string }[]>`(
  select coalesce(json_agg(json_build_object(
      'id', w.id, 'kind', case when w.user_id is null then 'contact' else 'user' end,
      'personId', coalesce(w.user_id, w.contact_id), 'name', w.name, 'email', w.email, 'staff', w.staff, 'mailsHeld', w.held, 'mail', w.mail)
    order by w.staff, w.created_at, w.id), '[]')
  from (
    select tw.id, tw.user_id, tw.contact_id, tw.created_at, k.email,
      k.archived_at is null and exists (
        select from held_addresses h where h.company_id = k.company_id and h.email = k.email_key) as held,
      case when k.email is not null and k.archived_at is null then mail_permission(k.company_id, k.email) end as mail,
      coalesce(k.full_name, case when p.is_internal or p.company_id = tw.company_id then p.full_name end) as name,
      coalesce(p.is_internal, false) as staff
    from ticket_watchers tw
    -- One person at a time, by the limit: a plain join would read all rows of the view.
    left join lateral (
      select s.full_name, s.is_internal, s.company_id from people s where s.id = tw.user_id limit 1) p on true
    left join shared_contacts k on k.company_id = tw.company_id and k.id = tw.contact_id
    where tw.company_id = t.company_id and tw.ticket_id = t.id) w
  where w.name is not null)`
