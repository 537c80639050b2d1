import { type Kysely, sql } from 'kysely'
import { zoneOf } from '../../contract/plain/time-zone.ts'
import type { DB } from '../platform/database/db.types.ts'
import type { Attempt } from '../platform/jobs/limit-exceeded.ts'
import type { Platform } from '../platform/platform.ts'
import { overdueActions } from './mail.ts'
import { MAIL_REMINDER, type MailReminder, reminderDay } from './policy.ts'

const overdue = (db: Kysely<DB>) =>
  db
    .selectFrom('leads as l')
    .where('l.status', '=', sql.lit('open'))
    .where('l.merged_into', 'is', null)
    .where('l.next_action_order', '<', sql<string>`now()`)

/**
 * Queues one mail a day to each owner of overdue next actions, as soon as it is morning in their time zone. Runs every
 * hour, so that after an outage in the morning it is sent later in the day. Also deletes records of mails older than 30
 * days.
 */
export async function remindOfNextActions({ db, jobs }: Platform, now = new Date()): Promise<void> {
  // Bypasses row-level security: nobody is signed in, and it concerns all owners.
  const owners = await overdue(db.system)
    .innerJoin('profiles as p', 'p.id', 'l.owner_id')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .where('p.deactivated_at', 'is', null)
    .select(['l.company_id', 'p.id', 'p.time_zone', 'c.time_zone as provider_zone'])
    .distinct()
    .execute()
  for (const owner of owners) {
    const day = reminderDay(now, zoneOf(owner.time_zone, owner.provider_zone))
    if (!day) continue
    await db.system.transaction().execute(async (tx) => {
      const first = await tx
        .insertInto('lead_reminders')
        .values({ company_id: owner.company_id, owner_id: owner.id, day })
        .onConflict((c) => c.doNothing())
        .returning('owner_id')
        .executeTakeFirst()
      if (!first) return
      const data: MailReminder = { companyId: owner.company_id, ownerId: owner.id, day }
      await jobs.send(tx, MAIL_REMINDER, data)
    })
  }
  await db.system
    .deleteFrom('lead_reminders')
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    .execute()
}

/** Mails an owner the next actions that are overdue now. Sends nothing when there is none or the owner has left. */
export async function sendReminder(
  { db, mail, env }: Platform,
  { companyId, ownerId, day }: MailReminder,
  attempt?: Attempt,
) {
  const owner = await db.system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.full_name', 'p.email', 'p.time_zone', 'c.time_zone as provider_zone'])
    .where('p.id', '=', ownerId)
    .where('p.company_id', '=', companyId)
    .where('p.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!owner) return
  const due = await overdue(db.system)
    .select(['l.id', 'l.name', 'l.organization', 'l.email', 'l.next_action', 'l.next_action_at'])
    .where('l.company_id', '=', companyId)
    .where('l.owner_id', '=', ownerId)
    .orderBy('l.next_action_order')
    .orderBy('l.id')
    .limit(500)
    .execute()
  if (due.length === 0) return
  const zone = zoneOf(owner.time_zone, owner.provider_zone)
  await mail.send(overdueActions(owner, due, { day, zone, publicUrl: env.publicUrl }), attempt)
}
