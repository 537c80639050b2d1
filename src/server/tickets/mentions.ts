import type { Actor, Db } from '../platform/db.ts'
import { mentionedIn } from './mention-text.ts'
import { type Ref, watch } from './watchers.ts'

type Place = { company_id: string; id: string }
type Named = { id: string; kind: string; body: string }

/**
 * Writes down who is named in a message, and has them watch the ticket. Only those who may see the message count: of a
 * reply the company's own people and the provider's, of a note the provider's. Anybody else's id is nothing but text.
 */
export async function mention(
  db: Db,
  actor: Actor,
  ticket: Place,
  message: Named,
): Promise<{ id: string; name: string }[]> {
  const wanted = mentionedIn(message.body)
  if (wanted.length === 0) return []
  const note = message.kind === 'note'
  const found = await mentionable(db, ticket.company_id, note).where('id', 'in', wanted).execute()
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
  await watch(
    db,
    actor,
    ticket,
    people.filter((p) => p.id !== actor.userId).map((p) => ({ kind: 'user', id: p.id })),
  )
  return people
}

/** Who is named in a description: they watch from the start. */
export async function peopleNamed(db: Db, actor: Actor, companyId: string, text: string): Promise<Ref[]> {
  const wanted = mentionedIn(text)
  if (wanted.length === 0) return []
  const found = await mentionable(db, companyId, false).where('id', 'in', wanted).execute()
  return found.filter((p) => p.id !== actor.userId).map((p) => ({ kind: 'user', id: p.id as string }))
}

/** Those who may see what is written on a ticket of this company. */
export function mentionable(db: Db, companyId: string, note: boolean) {
  const active = db.selectFrom('people').select(['id', 'full_name', 'is_internal']).where('active', '=', true)
  return note
    ? active.where('is_internal', '=', true)
    : active.where((e) => e.or([e('is_internal', '=', true), e('company_id', '=', companyId)]))
}
