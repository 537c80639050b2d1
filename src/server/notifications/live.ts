import { withEventMeta } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { LiveEvent } from '../../contract/notifications.ts'
import type { Actor } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import type { ActorContext } from '../platform/http/api.ts'
import { TOKEN_SECONDS } from '../platform/sign-in/token.ts'

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

/** Events may commit out of order, so a page that resumes gets this many earlier events again. */
const OVERLAP = 50
const RESUMED_AT_ONCE = 1_000
/** A client with more unsent events than this is treated as disconnected. */
const QUEUE_AT_MOST = 5_000

/** A transaction is assumed to commit within this time after its first event, in milliseconds. */
const COMMIT_MS = 10_000

const maySee = (actor: Actor, e: Announced) =>
  (!e.userId || e.userId === actor.userId) &&
  (actor.kind === 'staff' || (e.companyId === actor.companyId && !e.staffOnly))

type From = { lastEventId?: string | undefined; since?: number | undefined }

/**
 * Streams events that the actor may see. It begins with missed events: those since `lastEventId`, or else those of the
 * last `since` milliseconds, because a page reads its data before it opens the stream. It ends when the client
 * disconnects, the session is revoked, its token expires, the connection to the database breaks, or the client reads
 * too slowly. Throws TooMany when the session or the user has too many streams open.
 */
export const streamEvents = action(contract.notifications.live, (context, input, { lastEventId, signal }) => {
  const leave = context.platform.limits.stream(context.actor)
  // If the client disconnects before reading anything, the generator never runs its cleanup.
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return follow(context, { lastEventId, since: input?.since }, signal, leave)
})

async function* follow(
  { platform, actor }: ActorContext,
  { lastEventId, since: within }: From,
  signal: AbortSignal | undefined,
  leave: () => void,
) {
  const queue: Live[] = []
  let wake = () => {}
  let over = false
  // Ids of events that the last two queries read from the table. Their messages may still arrive and would send each
  // event twice. Two, because the last query may find nothing.
  let read = new Set<number>()
  let readBefore = new Set<number>()
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
  // Messages may be lost while the connection to the database is down. Ends the stream, so that the client reconnects
  // and reads what it missed.
  platform.bus.on('message', push).on('down', end)
  // The stream ends with its token; the next token proves that the session still exists.
  const spent = setTimeout(end, Math.min(TOKEN_SECONDS * 1000, actor.expiresAt - Date.now()))
  signal?.addEventListener('abort', end, { once: true })
  try {
    // The session may have been revoked after authentication and before the listener was added. That message does not
    // come again.
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
        readBefore = read
        read = new Set()
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
          // Limits the scan to the latest events: ids are assigned in order of time, and this covers more than can have
          // been missed.
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
        if (read.delete(event.id) || readBefore.delete(event.id)) continue
        // Events that are not stored have no id to resume from.
        yield event.id > 0 ? withEventMeta(event, { id: String(event.id), retry: 1_000 }) : event
      }
      if (over || signal?.aborted) return
      await new Promise<void>((go) => {
        wake = go
        if (queue.length > 0 || over) go()
      })
    }
  } finally {
    leave()
    clearTimeout(spent)
    platform.bus.off('message', push).off('down', end)
    signal?.removeEventListener('abort', end)
  }
}
