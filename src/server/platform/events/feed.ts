// Reads published events after their commit: each event once, in an order in which none can be missed, and by one
// process at a time.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Handle } from '../database/db.ts'
import { reportSetAside, SET_ASIDE } from '../jobs/job-guard.ts'
import type { Platform } from '../platform.ts'
import type { PublishedEvent } from './notifiers.ts'

/** Handles one event. What it writes with `db` is committed exactly once; if it throws, the event is tried again. */
export type FeedHandler = (db: Db, event: PublishedEvent) => Promise<void>

/** Events per transaction: few enough that a failed transaction is quickly repeated. */
const BATCH = 100
/** An event whose handler throws this many times is put on hold and reported, and other events continue. */
const ATTEMPTS = 6
/** An event that ends the process this many times is put on hold and reported. */
const DEATHS = 2
/** The job that handles an event again that was put on hold. */
export const RETRY_EVENT = 'notifications.retry-event'
/** The data of that job. */
export type RetryEvent = { companyId: string; eventId: number }
const RETRY_SECONDS = 5
/** Delay before checking again for events that wait for an older transaction, in milliseconds. It doubles each time. */
const HELD_MS = 20
const HELD_AT_MOST_MS = 1_000
const CATCH_UP_MS = 20_000

type Pass = {
  /** Another process is reading. */
  busy: boolean
  /** The batch was full: there is more. */
  more: boolean
  /** An event is committed but cannot be read yet, because an older transaction is still running. */
  held: boolean
  /** An event failed and will be tried again. */
  failing: boolean
}
const BUSY: Pass = { busy: true, more: false, held: false, failing: false }

const columns = [
  'e.id',
  'e.company_id as companyId',
  'e.topic',
  'e.kind',
  'e.subject_id as subjectId',
  'e.actor_id as actorId',
  'e.staff_only as staffOnly',
  'e.data',
  'e.created_at as createdAt',
  'e.tx',
] as const

/** Returns one id per event for the report, so that it is reported once. */
const idOfEvent = (eventId: number) =>
  createHash('sha256')
    .update(`event ${eventId}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/** Saves which event is being handled; 0 for none. Survives the end of the process and of the transaction. */
const mark = (db: Handle, eventId: number) =>
  sql`select setval('feed.handling', ${eventId}::bigint)`.execute(db).then(() => {})

/** Events that this process was handling when it lost the database: the process lives, so they did not end it. */
const interrupted = new WeakMap<object, number>()

/**
 * Counts the end of a process for the event that it was handling: retries the event once, and then puts it on hold and
 * reports it. Returns false when the last reader ended properly.
 */
async function blameEvent(
  db: Db,
  { db: database, log }: Pick<Platform, 'db' | 'log'>,
  eventId: number,
): Promise<boolean> {
  if (eventId === 0) return false
  await mark(db, 0)
  if (interrupted.get(database) === eventId) return false
  const event = await db
    .selectFrom('events')
    .select(['company_id as companyId', 'topic', 'kind'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event) return false
  const { companyId, topic, kind } = event
  const error = 'The process that handled this event ended.'
  const { deaths } = await db
    .insertInto('feed.failures')
    .values({ event_id: eventId, company_id: companyId, attempts: 0, deaths: 1, error, next_at: sql<string>`now()` })
    .onConflict((c) =>
      c.column('event_id').doUpdateSet({
        deaths: sql`failures.deaths + 1`,
        error,
        next_at: sql`case when failures.deaths + 1 < ${DEATHS} then now() end`,
      }),
    )
    .returning('deaths')
    .executeTakeFirstOrThrow()
  if (deaths < DEATHS) {
    log.warn({ event: eventId, topic, kind }, 'an event stopped the process that handled it and will be retried')
    return true
  }
  log.error({ event: eventId, topic, kind }, 'put an event on hold because it stopped the process twice')
  await reportEvent(
    db,
    { id: eventId, companyId, topic, kind },
    {
      what: 'stopped the server',
      starts: deaths,
      todo: 'Find the cause in the log, in the lines before each restart. Then retry the job to notify people of the event, or discard it.',
    },
  )
  return true
}

/** Reports an event that was put on hold, with a job that handles it again. */
async function reportEvent(
  db: Db,
  { id, companyId, topic, kind }: Pick<PublishedEvent, 'companyId' | 'topic' | 'kind'> & { id: number },
  { what, ...more }: { what: string; starts: number; reason?: string; todo: string },
): Promise<void> {
  // A report is an event itself. If it can’t be handled either, it must not be reported again and again.
  if (kind === SET_ASIDE) return
  const data: RetryEvent = { companyId, eventId: id }
  const job = { id: idOfEvent(id), name: RETRY_EVENT, data }
  await reportSetAside(db, job, { what: `The event ${topic} ${kind} ${what}`, about: `event ${id}`, ...more })
}

/** Handles an event again that was put on hold, at the next read. */
export async function retryEvent({ db }: Pick<Platform, 'db'>, { eventId }: RetryEvent): Promise<void> {
  await db.system
    .updateTable('feed.failures')
    .set({ attempts: 0, deaths: 0, next_at: sql<string>`now()` })
    .where('event_id', '=', eventId)
    .where('next_at', 'is', null)
    .execute()
}

/**
 * Handles one batch, failed events first, and returns why the reader is not done yet. Cursor and effects are committed
 * together, so a crash leaves neither. Only the event that was being handled is remembered, so that it does not end one
 * process after the other.
 */
export async function readBatch(platform: Pick<Platform, 'db' | 'log'>, handle: FeedHandler): Promise<Pass> {
  const { db: database, log } = platform
  /** The event that is being handled. */
  let current = 0
  try {
    const pass = await readOnce()
    interrupted.delete(database)
    return pass
  } catch (e) {
    if (current) interrupted.set(database, current)
    throw e
  }

  function readOnce(): Promise<Pass> {
    return database.system.transaction().execute(async (db) => {
      const [cursor, { handling }] = await Promise.all([
        db
          .selectFrom('feed.cursor')
          .select(['tx', 'event_id', sql<boolean>`tx > pg_snapshot_xmax(pg_current_snapshot())`.as('ahead')])
          .forUpdate()
          .skipLocked()
          .executeTakeFirst(),
        // A statement of its own: it must be read when the cursor is locked.
        db.selectNoFrom(sql<number>`(select last_value from feed.handling)`.as('handling')).executeTakeFirstOrThrow(),
      ])
      if (!cursor) return BUSY
      // Commit this before any event is handled again.
      if (await blameEvent(db, platform, handling)) return { ...BUSY, busy: false, more: true }
      let { tx, event_id: id } = cursor
      if (cursor.ahead) {
        // A dump was restored into another cluster, whose transaction ids start over.
        log.warn('restarting the event reader because the database’s transaction ids restarted')
        const { xmin } = await db
          .selectNoFrom(sql<string>`pg_snapshot_xmin(pg_current_snapshot())`.as('xmin'))
          .executeTakeFirstOrThrow()
        tx = xmin
        id = 0
      }

      let marked = false
      /** Handles one event in a savepoint. Returns its error when the handler throws. */
      const attempt = async ({ tx: _, ...event }: Omit<PublishedEvent, 'data'> & { tx: string; data: unknown }) => {
        current = event.id
        // One message: ends the savepoint of the event before, marks this one, and begins its savepoint.
        const before = marked ? sql`release savepoint event;` : sql``
        await sql`${before} select setval('feed.handling', ${sql.lit(event.id)}); savepoint event`.execute(db)
        marked = true
        try {
          await handle(db, event as PublishedEvent)
          return undefined
        } catch (e) {
          // If the connection is broken, this throws too, and the whole batch is read again.
          await sql`rollback to savepoint event`.execute(db)
          return e instanceof Error ? e : new Error(String(e))
        }
      }

      const dueOnes = db
        .selectFrom('feed.failures as f')
        .innerJoin('events as e', (j) => j.onRef('e.id', '=', 'f.event_id').onRef('e.company_id', '=', 'f.company_id'))
        .select([...columns, 'f.attempts'])
        .where('f.next_at', '<=', sql<string>`now()`)
        .orderBy('f.next_at')
        .limit(BATCH)
        .execute()
      const newOnes = db
        .selectFrom('events as e')
        .leftJoin('feed.failures as f', 'f.event_id', 'e.id')
        .select([...columns, 'f.deaths'])
        .where(sql<boolean>`(e.tx, e.id) > (${tx}::xid8, ${id}::bigint)`)
        .where(sql<boolean>`e.tx < pg_snapshot_xmin(pg_current_snapshot())`)
        // Events for one user only announce notifications that were already made.
        .where('e.user_id', 'is', null)
        .orderBy('e.tx')
        .orderBy('e.id')
        .limit(BATCH)
        .execute()
      // Read both before handling any event: an event that ended a process is recognized by its row in `feed.failures`,
      // which handling it may delete.
      const [due, found] = await Promise.all([dueOnes, newOnes])
      for (const { attempts, ...event } of due) {
        const error = await attempt(event)
        if (!error) {
          await db.deleteFrom('feed.failures').where('event_id', '=', event.id).execute()
          continue
        }
        const last = attempts + 1 >= ATTEMPTS
        const say = { err: error, event: event.id, topic: event.topic, kind: event.kind }
        if (last) log.error(say, 'an event could not be handled and will not be retried')
        else log.warn(say, 'an event could not be handled and will be retried')
        await db
          .updateTable('feed.failures')
          .set({
            attempts: attempts + 1,
            error: error.message.slice(0, 2_000),
            next_at: last ? null : sql<string>`now() + make_interval(secs => ${RETRY_SECONDS * 2 ** attempts})`,
          })
          .where('event_id', '=', event.id)
          .execute()
        if (last)
          await reportEvent(db, event, {
            what: 'failed',
            starts: ATTEMPTS,
            reason: error.message.slice(0, 500),
            todo: 'Find the cause in the log. Then retry the job to notify people of the event, or discard it.',
          })
      }

      for (const { deaths, ...event } of found) {
        // An event that ended a process is handled with the failed ones.
        if (deaths !== null) continue
        const error = await attempt(event)
        if (!error) continue
        log.warn(
          { err: error, event: event.id, topic: event.topic, kind: event.kind },
          'an event could not be handled and will be retried',
        )
        await db
          .insertInto('feed.failures')
          .values({
            event_id: event.id,
            company_id: event.companyId,
            attempts: 1,
            error: error.message.slice(0, 2_000),
            next_at: sql<string>`now() + make_interval(secs => ${RETRY_SECONDS})`,
          })
          .execute()
      }
      const last = found.at(-1)
      const unmarked = marked ? mark(db, 0) : undefined
      current = 0
      const moved =
        last || cursor.ahead
          ? db
              .updateTable('feed.cursor')
              .set({ tx: last?.tx ?? tx, event_id: last?.id ?? id })
              .execute()
          : undefined
      const state = db
        .selectNoFrom([
          sql<boolean>`exists (select from events where user_id is null and (tx, id) > (${last?.tx ?? tx}::xid8, ${last?.id ?? id}::bigint))`.as(
            'held',
          ),
          sql<boolean>`exists (select from feed.failures where next_at is not null)`.as('failing'),
        ])
        .executeTakeFirstOrThrow()
      const [{ held, failing }] = await Promise.all([state, unmarked, moved])
      const more = found.length === BATCH || due.length === BATCH
      return { busy: false, more, held: held && !more, failing }
    })
  }
}

/**
 * Reads until no events are left, for the schedule that handles events for which no process was woken. Waits for events
 * that older transactions hold back, but not longer than 20 seconds, since the schedule runs again.
 */
export async function catchUp(platform: Pick<Platform, 'db' | 'log'>, handle: FeedHandler): Promise<void> {
  const end = Date.now() + CATCH_UP_MS
  for (let wait = HELD_MS; ; ) {
    const { more, held } = await readBatch(platform, handle)
    if (!more && (!held || Date.now() > end)) return
    if (held) await new Promise((go) => setTimeout(go, wait))
    wait = held ? Math.min(wait * 2, HELD_AT_MOST_MS) : HELD_MS
  }
}

/**
 * Handles events as they are published, until `close` is called. Only `topics` wake it; events of other topics are read
 * together with the next one. Every process may run this: the first one reads, and then checks for events that arrived
 * in the meantime.
 */
export function followFeed(
  platform: Pick<Platform, 'db' | 'log' | 'bus'>,
  topics: ReadonlySet<string>,
  handle: FeedHandler,
): { close(): Promise<void> } {
  const { bus, log } = platform
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let wait = HELD_MS

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(wake, ms)
  }
  async function run() {
    do {
      again = false
      try {
        const pass = await readBatch(platform, handle)
        if (pass.more) again = true
        else if (pass.held) {
          later(wait)
          wait = Math.min(wait * 2, HELD_AT_MOST_MS)
        } else {
          wait = HELD_MS
          if (pass.failing) later(RETRY_SECONDS * 1000)
        }
      } catch (e) {
        log.warn({ err: e }, 'events could not be read; retrying')
        later(HELD_AT_MOST_MS)
      }
    } while (again && !closed)
  }
  function wake() {
    again = true
    if (closed || running) return
    running = run().finally(() => {
      running = undefined
      // A wake-up arrived between the last check and here.
      if (again && !closed) wake()
    })
  }
  const hear = (channel: string, payload: string) => {
    if (channel === 'events' && topics.has((JSON.parse(payload) as { topic: string }).topic)) wake()
  }
  bus.on('message', hear).on('up', wake)
  wake()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      bus.off('message', hear).off('up', wake)
      await running
    },
  }
}

/** Returns how many events are unread, counted up to 10,000, and how many are on hold, for the metrics. */
export async function feedState({ db }: Pick<Platform, 'db'>): Promise<{ behind: number; setAside: number }> {
  return db.system
    .selectNoFrom([
      sql<number>`(select count(*)::int from (select from events e, feed.cursor c where e.user_id is null and (e.tx, e.id) > (c.tx, c.event_id) limit 10000) e)`.as(
        'behind',
      ),
      sql<number>`(select count(*)::int from feed.failures where next_at is null)`.as('setAside'),
    ])
    .executeTakeFirstOrThrow()
}
