import { sql } from 'kysely'
import type { z } from 'zod'
import type { DayOfHours, Forecast } from '../../contract/hours.ts'
import { contract } from '../../contract/index.ts'
import { addDays } from '../../contract/plain/days.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { forecastHours, hoursStanding } from './balance.ts'
import { companyOfHours } from './company-of-hours.ts'
import { SUMS } from './filter.ts'

type Series = {
  company: { id: string; name: string }
  items: z.infer<typeof DayOfHours>[]
  forecast: z.infer<typeof Forecast>
}
type Moved = { day: string; moved: number; added: number; drawn: number; lost: number }

/**
 * Returns the balance at the end of each of the last `days` days, up to today in the company's time zone, and the
 * forecast. Calculates backward from the current balance. Throws NOT_FOUND for a company that is not the reader's.
 */
export const getBalanceSeries = action(contract.hours.series, ({ platform, actor }, input) => {
  const companyId = companyOfHours(actor, input.company)
  return platform.db.snapshotAs(actor, async (db) => {
    const now = await hoursStanding(db, companyId)
    if (!now) throw refuse('NOT_FOUND')
    const zone = await sql<{ name: string; today: string }>`
      select z.name, (now() at time zone z.name)::date::text as today from (select company_zone(${companyId}::uuid) as name) z`.execute(
      db,
    )
    const { name, today } = zone.rows[0] as { name: string; today: string }
    const first = addDays(today, 1 - input.days)
    const { rows } = await sql<Moved>`
      select ((l.created_at at time zone ${name})::date)::text as day, sum(l.minutes)::int as moved, ${SUMS.added} as added,
        ${SUMS.drawn} as drawn, ${SUMS.expired} + ${SUMS.taken} as lost
      from hour_ledger l
      where l.company_id = ${companyId} and l.created_at >= (${first}::date::timestamp at time zone ${name})
      group by 1`.execute(db)
    const of = new Map(rows.map((r) => [r.day, r]))
    const items: Series['items'] = []
    let balance = now.balance ?? 0
    for (let n = 0; n < input.days; n++) {
      const day = addDays(today, -n)
      const { moved = 0, added = 0, drawn = 0, lost = 0 } = of.get(day) ?? {}
      items.push({ day, balance, added, drawn, lost })
      balance -= moved
    }
    return { company: { id: now.id, name: now.name }, items: items.reverse(), forecast: forecastHours(now) }
  })
})
