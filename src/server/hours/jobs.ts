import { sql } from 'kysely'
import { systemOf } from '../platform/db.ts'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { expireDue } from './moves.ts'
import { reconcile } from './reconcile.ts'
import { today } from './whose.ts'

/** So many days before their last one people are told of hours that would expire. */
export const WARN_DAYS = 30

/** Ends what is past its last day, company by company. Whatever was missed is caught up; a company that fails is tried again next time. */
export async function expireAll({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const due = await db.system
    .selectFrom('hour_blocks')
    .select('company_id')
    .distinct()
    .where('state', '=', 'active')
    .where(sql<boolean>`expires_on < ${today}`)
    .execute()
  for (const { company_id } of due) {
    const actor = systemOf(company_id)
    try {
      await db.asActor(actor, (tx) => expireDue(tx, { actor }, company_id))
    } catch (err) {
      log.error({ err, companyId: company_id }, 'hours could not be expired')
    }
  }
}

/** Says once of each block that something of it will expire within 30 days. */
export async function warnOfExpiry({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const soon = await tx
      .updateTable('hour_blocks')
      .set({ warned_expiry_at: sql<string>`now()` })
      .where('state', '=', 'active')
      .where('remaining', '>', 0)
      .where('warned_expiry_at', 'is', null)
      // A month that lasts no longer than the warning would always be warned of.
      .where('source', '<>', 'retainer')
      .where(sql<boolean>`expires_on between ${today} and ${today} + ${WARN_DAYS}::int`)
      .returning(['company_id', 'id', 'remaining', sql<string>`expires_on::text`.as('expires_on')])
      .execute()
    for (const b of soon)
      await publish(tx, systemOf(b.company_id), {
        companyId: b.company_id,
        topic: 'hours',
        kind: 'expiring',
        subjectId: b.id,
        data: { blockId: b.id, minutes: b.remaining, on: b.expires_on },
      })
  })
}

/** Every hour, because midnight is somewhere else in every zone: what is past its last day, and what soon will be. */
export const expireHours: ScheduleDefinition<Platform> = {
  name: 'hours.expire',
  cron: '4 * * * *',
  async handler(platform) {
    await expireAll(platform)
    await warnOfExpiry(platform)
  },
}

/** Nightly: what must agree is compared. */
export const reconcileHours: ScheduleDefinition<Platform> = {
  name: 'hours.reconcile',
  cron: '33 7 * * *',
  async handler(platform) {
    await reconcile(platform)
  },
}
