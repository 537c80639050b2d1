// Recounts the calculated days from tickets and the ledger, with different queries than the calculation uses. It only
// reports discrepancies and never fixes them, like the checks of hours.
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { type Difference, saveDifferences } from '../platform/events/findings.ts'
import type { Platform } from '../platform/platform.ts'

const KIND = 'report_day'
/** Maximum number of discrepancies per night for days, and again for months. More would not help to find the cause. */
const MOST = 100
/** Months of runs to check again. Runs can be reported late, but rarely by more than a month. */
const MONTHS = 2

/** Days whose figures differ from tickets and ledger. Skips companies with days that are not recalculated yet. */
const days = sql<Difference>`
  with zones as (select c.id, company_zone(c.id) as zone from companies c where not exists (select from report_marks m where m.company_id = c.id)),
  counted as (
    select company_id, day, sum(opened)::int as opened, sum(resolved)::int as resolved, sum(assigned)::int as assigned, sum(answered)::int as answered,
      sum(drawn)::int as drawn from (
      select t.company_id, (t.created_at at time zone z.zone)::date as day, 1 as opened, 0 as resolved, 0 as assigned, 0 as answered, 0 as drawn
        from shared_tickets t join zones z on z.id = t.company_id where t.merged_into is null
      union all select t.company_id, (coalesce(t.resolved_at, t.closed_at) at time zone z.zone)::date, 0, 1, (t.assignee_id is not null)::int, 0, 0
        from shared_tickets t join zones z on z.id = t.company_id where t.merged_into is null and coalesce(t.resolved_at, t.closed_at) is not null
      union all select t.company_id, (t.first_response_at at time zone z.zone)::date, 0, 0, 0, 1, 0
        from shared_tickets t join zones z on z.id = t.company_id where t.merged_into is null and t.first_response_at is not null
      union all select l.company_id, (l.created_at at time zone z.zone)::date, 0, 0, 0, 0, -l.minutes
        from shared_hour_ledger l join zones z on z.id = l.company_id where l.entry_id is not null) x
    group by 1, 2),
  kept as (
    select company_id, day, sum(opened)::int as opened, sum(resolved)::int as resolved, sum(assigned)::int as assigned, sum(answered)::int as answered,
      sum(drawn)::int as drawn from (
      select r.company_id, r.day, r.opened, r.resolved, 0 as assigned, cardinality(r.responses) as answered, 0 as drawn from report_days r
        join zones z on z.id = r.company_id where r.dimension = 'priority' and r.client_id = '00000000-0000-0000-0000-000000000000'
      union all select r.company_id, r.day, 0, 0, r.resolved, 0, 0 from report_people r join zones z on z.id = r.company_id
      union all select r.company_id, r.day, 0, 0, 0, 0, r.drawn from report_hours r
        join zones z on z.id = r.company_id where r.client_id = '00000000-0000-0000-0000-000000000000') x
    group by 1, 2),
  compared as (
    select coalesce(c.company_id, k.company_id) as company_id, coalesce(c.day, k.day) as day,
      jsonb_build_object('opened', coalesce(c.opened, 0), 'resolved', coalesce(c.resolved, 0), 'assigned', coalesce(c.assigned, 0),
        'answered', coalesce(c.answered, 0), 'drawn', coalesce(c.drawn, 0)) as expected,
      jsonb_build_object('opened', coalesce(k.opened, 0), 'resolved', coalesce(k.resolved, 0), 'assigned', coalesce(k.assigned, 0),
        'answered', coalesce(k.answered, 0), 'drawn', coalesce(k.drawn, 0)) as found
    from counted c full join kept k on k.company_id = c.company_id and k.day = c.day)
  select company_id, ${KIND}::text as kind, company_id as subject_id, format('Report figures for %s differ from a recount', to_char(day, 'Mon FMDD, YYYY')) as title, expected, found
  from compared where expected <> found order by company_id, day limit ${MOST}`

/** Months of runs that differ from the sum of their days. */
const months = sql<Difference>`
  with since as (select (date_trunc('month', current_date) - make_interval(months => ${MONTHS - 1}::int))::date as day),
  counted as (select d.company_id, date_trunc('month', d.day)::date as month, sum(d.succeeded) as succeeded, sum(d.failed) as failed, sum(d.skipped) as skipped,
      sum(d.minutes_saved) as minutes from shared_run_days d where d.day >= (select day from since) group by 1, 2),
  kept as (select m.company_id, m.month, sum(m.succeeded) as succeeded, sum(m.failed) as failed, sum(m.skipped) as skipped,
      sum(m.minutes_saved) as minutes from shared_run_months m where m.month >= (select day from since) group by 1, 2),
  compared as (
    select coalesce(c.company_id, k.company_id) as company_id, coalesce(c.month, k.month) as month,
      jsonb_build_object('succeeded', coalesce(c.succeeded, 0), 'failed', coalesce(c.failed, 0), 'skipped', coalesce(c.skipped, 0), 'minutes', coalesce(c.minutes, 0)) as expected,
      jsonb_build_object('succeeded', coalesce(k.succeeded, 0), 'failed', coalesce(k.failed, 0), 'skipped', coalesce(k.skipped, 0), 'minutes', coalesce(k.minutes, 0)) as found
    from counted c full join kept k on k.company_id = c.company_id and k.month = c.month)
  select company_id, ${KIND}::text as kind, company_id as subject_id, format('Run totals for %s differ from the daily totals', to_char(month, 'Mon YYYY')) as title,
    expected, found
  from compared where expected <> found order by company_id, month limit ${MOST}`

/**
 * Saves every day and month that differs as a discrepancy, notifies administrators about new ones, and closes those
 * that agree again. Returns how many differ now.
 */
export function reconcileRollups({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx: Db) => {
      const found = [...(await days.execute(tx)).rows, ...(await months.execute(tx)).rows]
      await saveDifferences(tx, 'report', [KIND], found)
      return found.length
    })
}
