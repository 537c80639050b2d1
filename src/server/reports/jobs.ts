import { sql } from 'kysely'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { reconcileRollups } from './reconcile.ts'
import { refreshDays } from './scope.ts'
import { SEND_MONTH, type SendMonth, sendDue, sendMonth } from './send-due.ts'

/**
 * Recalculates changed days, company by company, so that the next reader of a report does not wait. Bypasses the
 * row-level security policies to find the companies with changed days.
 */
export async function countMarked({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const { rows } = await sql<{ company_id: string }>`select distinct company_id from report_marks order by 1`.execute(
    db.system,
  )
  for (const { company_id } of rows) {
    try {
      await refreshDays(db.system, company_id)
    } catch (err) {
      log.error({ err, companyId: company_id }, 'could not calculate report figures')
    }
  }
}

/** Recalculates changed days. Runs every ten minutes. */
export const countReports: ScheduleDefinition<Platform> = {
  name: 'reports.count',
  cron: '*/10 * * * *',
  handler: countMarked,
}

/** Compares the calculated days with a recount. Runs nightly. */
export const reconcileReports: ScheduleDefinition<Platform> = {
  name: 'reports.reconcile',
  cron: '53 7 * * *',
  async handler(platform) {
    await countMarked(platform)
    await reconcileRollups(platform)
  },
}

/**
 * Sends the monthly reports that are due. Runs every hour, because a month begins at a different time in each time
 * zone.
 */
export const sendReports: ScheduleDefinition<Platform> = {
  name: 'reports.send',
  cron: '11 * * * *',
  async handler(platform) {
    await sendDue(platform)
  },
}

/** Sends one report that exceeded its limits in the hourly run. Retries for about a day. */
export const sendMonthReport: JobDefinition<Platform, SendMonth> = {
  name: SEND_MONTH,
  retries: 14,
  handler: (platform, data) => sendMonth(platform, data),
}
