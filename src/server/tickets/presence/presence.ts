import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { Presence } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'

type Present = z.infer<typeof Presence>

/**
 * A person whose last heartbeat is older than this has left. Pages send one every ten seconds (`BEAT_MS`). `LEFT` must be
 * older. `sweepQueue` deletes what is older than five minutes.
 */
const GONE = sql<string>`now() - interval '25 seconds'`
/** The time stored for a person who has just left: older than the limit. */
const LEFT = sql<string>`now() - interval '26 seconds'`

/** Returns who else has which ticket open. */
export const listPresence = action(contract.tickets.presence, async ({ platform, actor }) => {
  return platform.db.askAs(actor, async (db) => ({ items: (await others(db, actor).execute()).map(present) }))
})

/**
 * Records that the caller has a ticket open, and returns who else has. Throws NOT_FOUND when the actor has no such
 * ticket.
 */
export const recordPresence = action(contract.tickets.present, ({ platform, actor }, { id, writing, visit }) => {
  return platform.db.asActor(actor, async (db) => {
    const [was, ticket] = await Promise.all([
      db
        .selectFrom('ticket_presence')
        .select('writing')
        .select(sql<boolean>`seen_at > ${GONE}`.as('here'))
        .where('ticket_id', '=', id)
        .where('user_id', '=', actor.userId)
        .executeTakeFirst(),
      db.selectFrom('tickets').select('company_id').where('id', '=', id).executeTakeFirst(),
    ])
    if (!ticket) throw refuse('NOT_FOUND')
    const now = sql<string>`now()`
    const around = async () => ({
      items: (await others(db, actor).where('p.ticket_id', '=', id).execute()).map(present),
    })
    const before = was?.here ? was : undefined
    const written = await db
      .insertInto('ticket_presence')
      .values({ company_id: ticket.company_id, ticket_id: id, user_id: actor.userId, writing, visit: visit ?? null })
      .onConflict((c) =>
        c
          .columns(['company_id', 'ticket_id', 'user_id'])
          .doUpdateSet({ writing, visit: visit ?? null, seen_at: now, ...(before ? {} : { since: now }) })
          // Checked in the same statement, because the page may leave between the read and the write.
          .where(sql<boolean>`ticket_presence.left_visit is distinct from excluded.visit or excluded.visit is null`),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (written && before?.writing !== writing)
      await publishPresence(db, actor, ticket.company_id, id, writing ? 'writing' : 'here')
    return around()
  })
})

/**
 * Records that the caller has left a ticket. Notifies open pages only if the caller was there. `visit` is stored in any
 * case if it is given, because a heartbeat that its page sent earlier may arrive after this. Throws NOT_FOUND when the
 * actor has no such ticket.
 */
export const leaveTicket = action(contract.tickets.leave, ({ platform, actor }, { id, visit }) => {
  return platform.db.asActor(actor, async (db) => {
    const ticket = await db.selectFrom('tickets').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!ticket) throw refuse('NOT_FOUND')
    const own = { company_id: ticket.company_id, ticket_id: id, user_id: actor.userId }
    // Another page of the caller may have sent a heartbeat since: then the caller is still there.
    const gone = await db
      .updateTable('ticket_presence')
      .set({ writing: false, seen_at: LEFT })
      .where((row) => row.and(own))
      .where('seen_at', '>', GONE)
      .$if(visit !== undefined, (q) => q.where('visit', '=', visit as string))
      .returning('user_id')
      .execute()
    if (visit)
      await db
        .insertInto('ticket_presence')
        .values({ ...own, visit, left_visit: visit, seen_at: LEFT })
        .onConflict((c) => c.columns(['company_id', 'ticket_id', 'user_id']).doUpdateSet({ left_visit: visit }))
        .execute()
    if (gone.length > 0) await publishPresence(db, actor, ticket.company_id, id, 'gone')
    return {}
  })
})

/** Notifies the open pages of staff. The event is not stored. */
async function publishPresence(
  db: Db,
  actor: ActorContext['actor'],
  companyId: string,
  subjectId: string,
  kind: 'here' | 'writing' | 'gone',
): Promise<void> {
  const event = { id: 0, companyId, topic: 'presence', kind, subjectId, actorId: actor.userId, staffOnly: true }
  await sql`select pg_notify('presence', ${JSON.stringify(event)})`.execute(db)
}

const others = (db: Db, actor: ActorContext['actor']) =>
  db
    .selectFrom('ticket_presence as p')
    .innerJoin('profiles as u', 'u.id', 'p.user_id')
    .select(['p.ticket_id', 'p.user_id', 'u.full_name', 'p.writing', 'p.since'])
    .where('p.user_id', '!=', actor.userId)
    .where('p.seen_at', '>', GONE)
    .orderBy('p.since')
    .limit(500)

const present = (r: {
  ticket_id: string
  user_id: string
  full_name: string
  writing: boolean
  since: string
}): Present => ({
  ticketId: r.ticket_id,
  person: { id: r.user_id, name: r.full_name },
  writing: r.writing,
  since: r.since,
})
