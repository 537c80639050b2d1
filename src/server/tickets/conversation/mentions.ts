import type { Actor, Db } from '../../platform/database/db.ts'
import { mentionedIn } from './mention-text.ts'
import { addTicketWatchers, type Ref } from './watchers.ts'

type Place = { company_id: string; id: string }
type Named = { id: string; kind: string; body: string }

/**
 * Stores who is mentioned in a message, makes them watchers of the ticket, and returns them. Only people who may see
 * the message count: for a reply, users of the company and the provider's staff; for a note, staff only. Other ids are
 * ignored.
 */
export async function recordMentions(
  db: Db,
  actor: Actor,
  ticket: Place,
  message: Named,
): Promise<{ id: string; name: string }[]> {
  const wanted = mentionedIn(message.body)
  if (wanted.length === 0) return []
  const note = message.kind === 'note'
  const found = await mentionablePeople(db, ticket.company_id, note).where('id', 'in', wanted).execute()
  const people = found.map((p) => ({ id: p.id as string, name: p.full_name as string }))
  if (people.length === 0) return []
  await db
    .insertInto('mentions')
    .values(
      people.map((p) => ({
        company_id: ticket.company_id,
        message_id: message.id,
        user_id: p.id,
        ticket_id: ticket.id,
        staff_only: note,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await addTicketWatchers(
    db,
    actor,
    ticket,
    people.filter((p) => p.id !== actor.userId).map((p) => ({ kind: 'user', id: p.id })),
  )
  return people
}

/** Returns the people mentioned in a description. They watch the ticket from the start. */
export async function peopleNamed(db: Db, actor: Actor, companyId: string, text: string): Promise<Ref[]> {
  const wanted = mentionedIn(text)
  if (wanted.length === 0) return []
  const found = await mentionablePeople(db, companyId, false).where('id', 'in', wanted).execute()
  return found.filter((p) => p.id !== actor.userId).map((p) => ({ kind: 'user', id: p.id as string }))
}

/** Returns a query of the active users who may see a reply, or a note, on a ticket of this company. */
export function mentionablePeople(db: Db, companyId: string, note: boolean) {
  const active = db.selectFrom('people').select(['id', 'full_name', 'is_internal']).where('active', '=', true)
  return note
    ? active.where('is_internal', '=', true)
    : active.where((e) => e.or([e('is_internal', '=', true), e('company_id', '=', companyId)]))
}
