import { sql } from 'kysely'
import type { z } from 'zod'
import type { DayOfRuns } from '../../../contract/automations/index.ts'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { automationToday } from '../queries.ts'

type Day = z.infer<typeof DayOfRuns>

/**
 * Returns the figures of the last days of an automation up to today, in its own time zone. Days without runs have
 * zeros. Throws NOT_FOUND.
 */
export const listRunDays = action(contract.automations.days, ({ platform, actor }, { id, days: many, client }) => {
  const ofClient = client ? sql`and d.client_id = ${client}::uuid` : sql``
  return platform.db.askAs(actor, async (db) => {
    const { rows } = await sql<{ time_zone: string; items: Day[] }>`
      select i.time_zone, (
        select json_agg(json_build_object('day', s.day, 'succeeded', coalesce(x.succeeded, 0), 'failed', coalesce(x.failed, 0),
          'skipped', coalesce(x.skipped, 0), 'minutesSaved', coalesce(x.minutes, 0)) order by s.day)
        from (select ${automationToday} - n as day from generate_series(0, ${many}::int - 1) as n) as s
        left join (
          select d.day, sum(d.succeeded) as succeeded, sum(d.failed) as failed, sum(d.skipped) as skipped, sum(d.minutes_saved) as minutes
          from run_days d where d.company_id = i.company_id and d.installation_id = i.id and d.day > ${automationToday} - ${many}::int ${ofClient}
          group by d.day) as x on x.day = s.day) as items
      from installations i where i.id = ${id}::uuid`.execute(db)
    const [row] = rows
    if (!row) throw refuse('NOT_FOUND')
    return { timeZone: row.time_zone, items: row.items }
  })
})
