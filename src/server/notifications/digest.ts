import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { zoneOf } from '../../contract/plain/time-zone.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Block } from '../platform/mail/mail-blocks.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { DIGEST_HOUR } from './policy.ts'
import { listHeaders, unsubscribeLink } from './unsubscribe.ts'

/** Maximum number of subjects in one mail, and of notifications per subject. */
const THINGS = 25
const LINES = 4

type Waiting = { title: string; body: string; path: string; subject_id: string; created_at: string }

/**
 * Returns an SQL expression for the last time at which the daily mail was due: `day`, and `at`, the time at which the
 * hour began in the zone. When clocks skip that hour, it is the end of the gap; when they repeat it, the second time.
 */
const dueOf = (now: Date, zone: string, hour: number) => sql<{ day: string; at: string }>`
  (with local as (select (${now.toISOString()}::timestamptz at time zone ${zone})::date as today),
    days as (select today - back as day, (today - back + make_time(${hour}::int, 0, 0)) at time zone ${zone} as at
      from local, generate_series(0, 1) back)
   select json_build_object('day', day, 'at', at) from days where at <= ${now.toISOString()}::timestamptz
   order by at desc limit 1)`

/** Returns one mail with the waiting notifications, grouped by subject, latest first, limited by THINGS and LINES. */
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
    subject: `Daily summary: ${one ? '1 update' : `${rows.length} updates`} · ${brand.shortName}`,
    blocks: [
      `Hello ${person.full_name},`,
      'Here are your unread notifications since the last summary:',
      ...things.slice(0, THINGS).flatMap((all): Block[] => [
        {
          title: [...new Set(all.slice(0, LINES).map((row) => row.body))].filter(Boolean).join(' · ') || 'New',
          links: all.slice(0, LINES).map((row): [string, string] => [row.title, new URL(row.path, publicUrl).href]),
        },
        ...(all.length > LINES ? [`… and ${all.length - LINES} more.`] : []),
      ]),
      ...(things.length > THINGS ? [`… and ${things.length - THINGS} more.`] : []),
      { button: 'View notifications', href: new URL('/notifications', publicUrl).href },
      {
        title: 'Not useful?',
        links: [
          ['Stop the daily summary', stop],
          ['Change your notification settings', new URL('/settings/notifications', publicUrl).href],
        ],
      },
    ],
    headers: listHeaders(stop),
  }
}

/**
 * Sends the daily mail, with the waiting notifications that are still unread, to each person whose hour has begun. A
 * person without any gets no mail. There is at most one mail per person and day, because the day is stored in the
 * transaction of the mail. Mails that were due during an outage are sent later.
 */
export async function sendDigests(platform: Platform, now = new Date()): Promise<void> {
  const { db: database, env, log } = platform
  // Bypasses row-level security: nobody is signed in, and it concerns all users.
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
        // Only the process that stores the day sends the mail.
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
      // A failure for one person must not stop the others.
      log.error({ err: e, userId: person.id }, 'could not create a daily summary email')
    }
  }
}
