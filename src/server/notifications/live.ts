import { withEventMeta } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { LiveEvent } from '../../contract/notifications.ts'
import type { Actored } from '../platform/api.ts'
import type { Actor } from '../platform/db.ts'
import { TOKEN_SECONDS } from '../platform/token.ts'

type Live = z.infer<typeof LiveEvent>
type Announced = Live & { staffOnly: boolean; userId?: string | null }

const columns = [
  'id',
  'company_id as companyId',
  'topic',
  'kind',
  'subject_id as subjectId',
  'actor_id as actorId',
] as const

/** An event can commit after one with a higher number: a page that resumes is told of these few again. */
const OVERLAP = 50
const RESUMED_AT_ONCE = 1_000
/** A reader this far behind has gone away in all but name. */
const QUEUE_AT_MOST = 5_000

/** A transaction may take this long from its first event to its commit (milliseconds). */
const COMMIT_MS = 10_000

const maySee = (actor: Actor, e: Announced) =>
  (!e.userId || e.userId === actor.userId) &&
  (actor.kind === 'staff' || (e.companyId === actor.companyId && !e.staffOnly))

/**
 * Changes that the actor may see, as they happen; first what was missed: since `lastEventId`, or else within the last
 * `since` milliseconds, such as between the first answers to a page and this stream. Ends when the client goes or the
 * sign-in is taken back.
 */
export async function* live(
  { platform, actor }: Actored,
  { lastEventId, since: within }: { lastEventId?: string | undefined; since?: number | undefined },
  signal: AbortSignal | undefined,
) {
  const queue: Live[] = []
  let wake = () => {}
  let over = false
  // Read from the table just now: word of them may still be on its way and would tell of each a second time.
  const read = new Set<number>()
  const end = () => {
    over = true
    wake()
  }
  const push = (channel: string, payload: string) => {
    if (channel === 'revoked') {
      const { sessionId, userId } = JSON.parse(payload) as { sessionId: string | null; userId: string | null }
      if (sessionId === actor.sessionId || userId === actor.userId) end()
      return
    }
    if (channel !== 'events' && channel !== 'presence') return
    const { staffOnly, userId, ...event } = JSON.parse(payload) as Announced
    if (!maySee(actor, { ...event, staffOnly, userId })) return
    if (queue.push(event) > QUEUE_AT_MOST) end()
    wake()
  }
  // A break in the line may have swallowed something: the client connects again and resumes.
  platform.bus.on('message', push).on('down', end)
  // No longer than the token that opened it: the next one says whether there still is a session.
  const spent = setTimeout(end, Math.min(TOKEN_SECONDS * 1000, actor.expiresAt - Date.now()))
  signal?.addEventListener('abort', end, { once: true })
  try {
    // Taken back between the door and the ear: nobody would tell of it again.
    if (await platform.revocations.has(actor)) return
    const since = Number(lastEventId)
    if (Number.isSafeInteger(since) && since > 0) {
      for (let after = Math.max(0, since - OVERLAP); ; ) {
        const missed = await platform.db.askAs(actor, (db) =>
          db
            .selectFrom('events')
            .select(columns)
            .where('id', '>', after)
            .orderBy('id')
            .limit(RESUMED_AT_ONCE)
            .execute(),
        )
        read.clear()
        for (const event of missed) {
          read.add(event.id)
          yield withEventMeta(event as Live, { id: String(event.id) })
        }
        const last = missed.at(-1)
        if (!last || missed.length < RESUMED_AT_ONCE) break
        after = last.id
      }
    } else if (within !== undefined) {
      const missed = await platform.db.askAs(actor, (db) =>
        db
          .selectFrom('events')
          .select(columns)
          // Long before this could have been missed, and few to look through: numbers are given out in time.
          .where('id', '>', (e) =>
            e
              .selectFrom('events as last')
              .select((l) =>
                sql<number>`${l.fn.coalesce(l.fn.max('last.id'), sql.lit(0))} - ${sql.lit(RESUMED_AT_ONCE)}`.as('id'),
              ),
          )
          .where('created_at', '>', sql<string>`now() - make_interval(secs => ${(within + COMMIT_MS) / 1000})`)
          .orderBy('id')
          .execute(),
      )
      for (const event of missed) {
        read.add(event.id)
        yield withEventMeta(event as Live, { id: String(event.id) })
      }
    }
    for (;;) {
      for (let event = queue.shift(); event; event = queue.shift()) {
        if (read.delete(event.id)) continue
        // What is not kept has no number: nobody resumes from it.
        yield event.id > 0 ? withEventMeta(event, { id: String(event.id), retry: 1_000 }) : event
      }
      if (over || signal?.aborted) return
      await new Promise<void>((go) => {
        wake = go
        if (queue.length > 0 || over) go()
      })
    }
  } finally {
    clearTimeout(spent)
    platform.bus.off('message', push).off('down', end)
    signal?.removeEventListener('abort', end)
  }
}
