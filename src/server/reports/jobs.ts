import { sql } from 'kysely'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { reconcile } from './reconcile.ts'
import { refresh } from './scope.ts'
import { sendDue } from './send-due.ts'

/**
 * Reckons the days that changed, company by company, so that whoever opens a report next waits for little. Over all
 * companies, past the fences: nothing is read but whose days changed.
 */
export async function countMarked({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const { rows } = await sql<{ company_id: string }>`select distinct company_id from report_marks order by 1`.execute(
    db.system,
  )
  for (const { company_id } of rows) {
    try {
      await refresh(db.system, company_id)
    } catch (err) {
      log.error({ err, companyId: company_id }, 'days of reports could not be reckoned')
    }
  }
}

/** Every ten minutes: what changed is reckoned. */
export const countReports: ScheduleDefinition<Platform> = {
  name: 'reports.count',
  cron: '*/10 * * * *',
  handler: countMarked,
}

/** Nightly: what was reckoned is compared with a recount. */
export const reconcileReports: ScheduleDefinition<Platform> = {
  name: 'reports.reconcile',
  cron: '53 7 * * *',
  async handler(platform) {
    await countMarked(platform)
    await reconcile(platform)
  },
}

/** Every hour, because the first of a month begins somewhere else in every zone. */
export const sendReports: ScheduleDefinition<Platform> = {
  name: 'reports.send',
  cron: '11 * * * *',
  async handler(platform) {
    await sendDue(platform)
  },
}
