// Everything that was published, read back after its commit: each event once, in an order in which none comes late,
// by one process at a time however many there are.
import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { HappenedEvent } from './notices.ts'
import type { Platform } from './platform.ts'

/** What is done with one event. Whatever it writes with `db` is written exactly once, or the event is tried again. */
export type FeedHandler = (db: Db, event: HappenedEvent) => Promise<void>

/** Events in one transaction: few enough that one that dies is soon made up for. */
const BATCH = 100
/** An event whose handling throws this often is set aside: its error is kept, the others go on. */
const ATTEMPTS = 6
const RETRY_SECONDS = 5
/** What has to wait for an older transaction is looked at again after this, doubling (milliseconds). */
const HELD_MS = 20
const HELD_AT_MOST_MS = 1_000
const CATCH_UP_MS = 20_000

type Pass = {
  /** Another process reads just now. */
  busy: boolean
  /** The batch was full: there is more. */
  more: boolean
  /** Something is committed but may not be read yet, because an older transaction still runs. */
  held: boolean
  /** Something failed and is to be tried again. */
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

/** Reads one batch, what failed before first. Cursor and effects commit together: a process that dies leaves neither. */
export function readBatch(platform: Pick<Platform, 'db' | 'log'>, handle: FeedHandler): Promise<Pass> {
  const { db: database, log } = platform
  return database.system.transaction().execute(async (db) => {
    const cursor = await db
      .selectFrom('feed.cursor')
      .select(['tx', 'event_id', sql<boolean>`tx > pg_snapshot_xmax(pg_current_snapshot())`.as('ahead')])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!cursor) return BUSY
    let { tx, event_id: id } = cursor
    if (cursor.ahead) {
      // A dump was restored into another cluster, which counts its transactions anew.
      log.warn('the reader of events begins anew: the database counts its transactions from another beginning')
      const { xmin } = await db
        .selectNoFrom(sql<string>`pg_snapshot_xmin(pg_current_snapshot())`.as('xmin'))
        .executeTakeFirstOrThrow()
      tx = xmin
      id = 0
    }

    /** Handles one event in a savepoint; gives its error when that throws. */
    const attempt = async ({ tx: _, ...event }: Omit<HappenedEvent, 'data'> & { tx: string; data: unknown }) => {
      await sql`savepoint event`.execute(db)
      try {
        await handle(db, event as HappenedEvent)
        await sql`release savepoint event`.execute(db)
        return undefined
      } catch (e) {
        // When the line itself broke this throws too: the whole batch is read again.
        await sql`rollback to savepoint event`.execute(db)
        return e instanceof Error ? e : new Error(String(e))
      }
    }

    const due = await db
      .selectFrom('feed.failures as f')
      .innerJoin('events as e', (j) => j.onRef('e.id', '=', 'f.event_id').onRef('e.company_id', '=', 'f.company_id'))
      .select([...columns, 'f.attempts'])
      .where('f.next_at', '<=', sql<string>`now()`)
      .orderBy('f.next_at')
      .limit(BATCH)
      .execute()
    for (const { attempts, ...event } of due) {
      const error = await attempt(event)
      if (!error) {
        await db.deleteFrom('feed.failures').where('event_id', '=', event.id).execute()
        continue
      }
      const last = attempts + 1 >= ATTEMPTS
      const say = { err: error, event: event.id, topic: event.topic, kind: event.kind }
      if (last) log.error(say, 'an event could not be handled and is set aside')
      else log.warn(say, 'an event could not be handled; it is tried again')
      await db
        .updateTable('feed.failures')
        .set({
          attempts: attempts + 1,
          error: error.message.slice(0, 2_000),
          next_at: last ? null : sql<string>`now() + make_interval(secs => ${RETRY_SECONDS * 2 ** attempts})`,
        })
        .where('event_id', '=', event.id)
        .execute()
    }

    const found = await db
      .selectFrom('events as e')
      .select(columns)
      .where(sql<boolean>`(e.tx, e.id) > (${tx}::xid8, ${id}::bigint)`)
      .where(sql<boolean>`e.tx < pg_snapshot_xmin(pg_current_snapshot())`)
      // What is for one person only is word of what was told already.
      .where('e.user_id', 'is', null)
      .orderBy('e.tx')
      .orderBy('e.id')
      .limit(BATCH)
      .execute()
    for (const event of found) {
      const error = await attempt(event)
      if (!error) continue
      log.warn(
        { err: error, event: event.id, topic: event.topic, kind: event.kind },
        'an event could not be handled; it is tried again',
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
    if (last || cursor.ahead)
      await db
        .updateTable('feed.cursor')
        .set({ tx: last?.tx ?? tx, event_id: last?.id ?? id })
        .execute()
    const { held, failing } = await db
      .selectNoFrom([
        sql<boolean>`exists (select from events where user_id is null and (tx, id) > (${last?.tx ?? tx}::xid8, ${last?.id ?? id}::bigint))`.as(
          'held',
        ),
        sql<boolean>`exists (select from feed.failures where next_at is not null)`.as('failing'),
      ])
      .executeTakeFirstOrThrow()
    const more = found.length === BATCH || due.length === BATCH
    return { busy: false, more, held: held && !more, failing }
  })
}

/**
 * Reads until there is nothing more, for the schedule that catches what no process was woken for. What older
 * transactions hold back is waited for, within reason: the schedule comes again.
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
 * Reads on as events happen, until closed. `topics` are those that wake it; what else was published goes by with the
 * next of them. Every process may do this: whoever is first reads, and looks again for what came meanwhile.
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
        log.warn({ err: e }, 'events could not be read; they are read again')
        later(HELD_AT_MOST_MS)
      }
    } while (again && !closed)
  }
  function wake() {
    again = true
    if (closed || running) return
    running = run().finally(() => {
      running = undefined
      // Woken between the last look and here.
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

/** How far behind the reader is, and how much it could not handle; for the figures. Counted up to 10,000. */
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
