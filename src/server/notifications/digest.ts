import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Mail } from '../platform/mail.ts'
import { queueMail } from '../platform/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { DIGEST_HOUR, zoneOf } from './policy.ts'
import { listHeaders, unsubscribeLink } from './unsubscribe.ts'

/** More than this nobody reads in a mail. */
const THINGS = 25
const LINES = 4

type Waiting = { title: string; body: string; path: string; subject_id: string; created_at: string }

/**
 * When the daily mail was last due: the day, and the moment at which that day's hour began in the zone. Where clocks go
 * forward over the hour it is the moment after; where they go back over it, the second time.
 */
const dueOf = (now: Date, zone: string, hour: number) => sql<{ day: string; at: string }>`
  (with local as (select (${now.toISOString()}::timestamptz at time zone ${zone})::date as today),
    days as (select today - back as day, (today - back + make_time(${hour}::int, 0, 0)) at time zone ${zone} as at
      from local, generate_series(0, 1) back)
   select json_build_object('day', day, 'at', at) from days where at <= ${now.toISOString()}::timestamptz
   order by at desc limit 1)`

/** One mail of everything that waits, a heading per thing it is about, the latest first. */
function digestMail(
  person: { id: string; full_name: string; email: string },
  rows: Waiting[],
  day: string,
  { publicUrl, appSecret }: { publicUrl: string; appSecret: string },
): Mail {
  const bySubject = Map.groupBy(rows, (row) => row.subject_id)
  const things = [...bySubject.values()]
  const stop = unsubscribeLink({ publicUrl, appSecret }, { u: person.id, k: 'digest' })
  const one = rows.length === 1
  return {
    id: `digest ${person.id} ${day}`,
    to: person.email,
    subject: `${one ? 'One update' : `${rows.length} updates`} on ${things.length === 1 ? 'one ticket' : `${things.length} tickets`} · ${brand.shortName}`,
    blocks: [
      `Hello ${person.full_name},`,
      'This happened since your last summary and you have not read it yet:',
      ...things.slice(0, THINGS).map((all) => ({
        title: [...new Set(all.slice(0, LINES).map((row) => row.body))].filter(Boolean).join(' · ') || 'New',
        links: all.slice(0, LINES).map((row): [string, string] => [row.title, new URL(row.path, publicUrl).href]),
      })),
      ...(things.length > THINGS ? [`… and ${things.length - THINGS} more.`] : []),
      { button: 'Open your notifications', href: new URL('/notifications', publicUrl).href },
      {
        title: 'Not useful?',
        links: [
          ['Stop the daily summary', stop],
          ['Change what you get', new URL('/settings/notifications', publicUrl).href],
        ],
      },
    ],
    headers: listHeaders(stop),
  }
}

/**
 * Mails everybody whose hour has come what waits for them and is still unread; who has nothing gets no mail. Once a day
 * each: the day is kept in the transaction of the mail. A process that was away makes up for it.
 */
export async function sendDigests(platform: Platform, now = new Date()): Promise<void> {
  const { db: database, env, log } = platform
  // Past the fences: nobody is signed in, and it is about everybody.
  const people = await database.system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('notification_digests as d', 'd.user_id', 'p.id')
    .select(['p.id', 'p.company_id', 'p.full_name', 'p.email', 'p.time_zone', 'c.time_zone as company_zone', 'd.hour'])
    .where('p.deactivated_at', 'is', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('notifications as n')
          .select('n.id')
          .whereRef('n.user_id', '=', 'p.id')
          .where('n.digest', '=', true),
      ),
    )
    .execute()
  for (const person of people) {
    try {
      await database.system.transaction().execute(async (db) => {
        const hour = person.hour ?? DIGEST_HOUR
        const { due } = await db
          .selectNoFrom(dueOf(now, zoneOf(person.time_zone, person.company_zone), hour).as('due'))
          .executeTakeFirstOrThrow()
        const waits = await db
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', person.id)
          .where('digest', '=', true)
          .where('created_at', '<', due.at)
          .limit(1)
          .executeTakeFirst()
        if (!waits) return
        // Whoever takes the day sends; a second process finds it taken.
        await db
          .insertInto('notification_digests')
          .values({ company_id: person.company_id, user_id: person.id, hour })
          .onConflict((c) => c.doNothing())
          .execute()
        const taken = await db
          .updateTable('notification_digests')
          .set({ sent_on: sql`${due.day}::date` })
          .where('user_id', '=', person.id)
          .where((e) => e.or([e('sent_on', 'is', null), e('sent_on', '<', sql<never>`${due.day}::date`)]))
          .returning('user_id')
          .executeTakeFirst()
        if (!taken) return
        const rows = await db
          .updateTable('notifications')
          .set({ digest: false })
          .where('user_id', '=', person.id)
          .where('digest', '=', true)
          .returning(['id', 'title', 'body', 'path', 'subject_id', 'created_at', 'read_at'])
          .execute()
        const unread = rows.filter((row) => row.read_at === null).toSorted((a, b) => (a.id > b.id ? -1 : 1))
        if (unread.length === 0) return
        await queueMail(platform, db, person.company_id, digestMail(person, unread, due.day, env))
      })
    } catch (e) {
      // One person's trouble is not the others'.
      log.error({ err: e, userId: person.id }, 'a daily mail could not be written')
    }
  }
}
