// Compares the daily figures with the runs themselves. It reports differences but never fixes them: a difference is a
// bug, and the data is needed to find it.
import { sql } from 'kysely'
import { type Difference, saveDifferences } from '../../platform/events/findings.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'

/** How many days are counted again every night. Runs can arrive up to 13 months late, but most arrive immediately. */
const DAYS = 3
const KIND = 'run_days'

/**
 * Counts the runs of the last days again, saves differences as discrepancies, notifies administrators of new ones, and
 * closes earlier ones that are gone. Returns the number of differences. Covers all companies, so it bypasses the
 * row-level security policies.
 */
export function recountDays({ db }: Pick<Platform, 'db'>, days = DAYS): Promise<number> {
  return db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<Difference>`
        with counted as (
          select r.company_id, r.installation_id, (r.started_at at time zone i.time_zone)::date as day, r.client_id,
            count(*) filter (where r.status = 'succeeded') as succeeded, count(*) filter (where r.status = 'failed') as failed,
            count(*) filter (where r.status = 'skipped') as skipped, sum(r.minutes_saved) as minutes_saved,
            sum(extract(epoch from r.finished_at - r.started_at)::bigint) as seconds
          from runs r join installations i on i.company_id = r.company_id and i.id = r.installation_id
          where r.started_at > now() - make_interval(days => ${days}::int + 2) group by 1, 2, 3, 4),
        kept as (select * from run_days where day >= current_date - ${days}::int)
        select coalesce(c.company_id, k.company_id) as company_id, ${KIND}::text as kind, coalesce(c.installation_id, k.installation_id) as subject_id,
          format('Runs of automation %s on %s%s differ from a recount', left(coalesce(c.installation_id, k.installation_id)::text, 8), to_char(coalesce(c.day, k.day), 'Mon FMDD, YYYY'),
            coalesce(' for client ' || left(coalesce(c.client_id, k.client_id)::text, 8), '')) as title,
          jsonb_build_object('succeeded', coalesce(c.succeeded, 0), 'failed', coalesce(c.failed, 0), 'skipped', coalesce(c.skipped, 0),
            'minutesSaved', coalesce(c.minutes_saved, 0), 'seconds', coalesce(c.seconds, 0)) as expected,
          jsonb_build_object('succeeded', coalesce(k.succeeded, 0), 'failed', coalesce(k.failed, 0), 'skipped', coalesce(k.skipped, 0),
            'minutesSaved', coalesce(k.minutes_saved, 0), 'seconds', coalesce(k.seconds, 0)) as found
        from (select * from counted where day >= current_date - ${days}::int) c
        full join kept k on k.company_id = c.company_id and k.installation_id = c.installation_id and k.day = c.day
          and coalesce(k.client_id, '00000000-0000-0000-0000-000000000000') = coalesce(c.client_id, '00000000-0000-0000-0000-000000000000')
        where (coalesce(c.succeeded, 0), coalesce(c.failed, 0), coalesce(c.skipped, 0), coalesce(c.minutes_saved, 0), coalesce(c.seconds, 0))
          <> (coalesce(k.succeeded, 0), coalesce(k.failed, 0), coalesce(k.skipped, 0), coalesce(k.minutes_saved, 0), coalesce(k.seconds, 0))`.execute(
        tx,
      )
      await saveDifferences(tx, 'automation', [KIND], rows)
      return rows.length
    })
}

/** Creates the partitions of the coming months and counts the last days again. Runs nightly. */
export const recountRuns: ScheduleDefinition<Platform> = {
  name: 'automations.recount',
  cron: '43 7 * * *',
  async handler(platform) {
    await sql`select make_run_months(current_date, (current_date + interval '3 months')::date)`.execute(
      platform.db.system,
    )
    await recountDays(platform)
  },
}
