import { sql } from 'kysely'
import { EXPIRING_DAYS } from '../../contract/plain/warnings.ts'
import { systemOf } from '../platform/database/db.ts'
import { publish } from '../platform/events/publish.ts'
import type { ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { providerToday } from './company-of-hours.ts'
import { expireBlocks } from './moves.ts'
import { reconcileLedger } from './reconcile.ts'

/**
 * Expires blocks that are past their last day, company by company. Catches up on runs that were missed. A company that
 * fails is tried again at the next run.
 */
export async function expireAll({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const due = await db.system
    .selectFrom('hour_blocks')
    .select('company_id')
    .distinct()
    .where('state', '=', 'active')
    .where(sql<boolean>`expires_on < ${providerToday}`)
    .execute()
  for (const { company_id } of due) {
    const actor = systemOf(company_id)
    try {
      await db.asActor(actor, (tx) => expireBlocks(tx, { actor }, company_id))
    } catch (err) {
      log.error({ err, companyId: company_id }, 'could not expire hours')
    }
  }
}

/** Publishes an event, once per block, when its remaining minutes expire within `EXPIRING_DAYS`. */
export async function warnOfExpiry({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const soon = await tx
      .updateTable('hour_blocks')
      .set({ warned_expiry_at: sql<string>`now()` })
      .where('state', '=', 'active')
      .where('remaining', '>', 0)
      .where('warned_expiry_at', 'is', null)
      // The month of a retainer ends within the warning period, so every month would cause a warning.
      .where('source', '<>', 'retainer')
      .where(sql<boolean>`expires_on between ${providerToday} and ${providerToday} + ${EXPIRING_DAYS}::int`)
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

/**
 * Expires blocks, and warns about those that expire soon. Runs every hour, because the provider's day can begin at any
 * hour.
 */
export const expireHours: ScheduleDefinition<Platform> = {
  name: 'hours.expire',
  cron: '4 * * * *',
  async handler(platform) {
    await expireAll(platform)
    await warnOfExpiry(platform)
  },
}

/** Compares balances, blocks, ledger and entries. Runs nightly. */
export const reconcileHours: ScheduleDefinition<Platform> = {
  name: 'hours.reconcile',
  cron: '33 7 * * *',
  async handler(platform) {
    await reconcileLedger(platform)
  },
}
