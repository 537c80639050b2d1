import { sql } from 'kysely'
import type { z } from 'zod'
import type { DayOfRuns } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { today } from './queries.ts'

type Day = z.infer<typeof DayOfRuns>

/** The last days of an automation up to today in its own time zone, those without a run with zeros. NOT_FOUND. */
export function days(
  { platform, actor }: Actored,
  { id, days: many, client }: { id: string; days: number; client?: string | undefined },
): Promise<{ timeZone: string; items: Day[] }> {
  const whose = client ? sql`and d.client_id = ${client}::uuid` : sql``
  return platform.db.askAs(actor, async (db) => {
    const { rows } = await sql<{ time_zone: string; items: Day[] }>`
      select i.time_zone, (
        select json_agg(json_build_object('day', s.day, 'succeeded', coalesce(x.succeeded, 0), 'failed', coalesce(x.failed, 0),
          'skipped', coalesce(x.skipped, 0), 'minutesSaved', coalesce(x.minutes, 0)) order by s.day)
        from (select ${today} - n as day from generate_series(0, ${many}::int - 1) as n) as s
        left join (
          select d.day, sum(d.succeeded) as succeeded, sum(d.failed) as failed, sum(d.skipped) as skipped, sum(d.minutes_saved) as minutes
          from run_days d where d.company_id = i.company_id and d.installation_id = i.id and d.day > ${today} - ${many}::int ${whose}
          group by d.day) as x on x.day = s.day) as items
      from installations i where i.id = ${id}::uuid`.execute(db)
    const [row] = rows
    if (!row) throw refuse('NOT_FOUND')
    return { timeZone: row.time_zone, items: row.items }
  })
}
