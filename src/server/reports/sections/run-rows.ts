import { type RawBuilder, sql } from 'kysely'
import { addDays } from '../../../contract/plain/days.ts'
import { monthStart, monthsOf, type Span } from '../period.ts'
import type { Scope } from '../scope.ts'

/**
 * Returns a query for the runs of automations in some spans, one row per automation and day (`company_id`, `id`, `day`,
 * sums). In a report by month, each full month is one row on its first day, so that a year with thousands of runs a day
 * takes few rows. For an end client it always returns days, because the monthly sums are not split by client.
 */
export function runFigureRows({ company, client, cut }: Scope, spans: readonly Span[]): RawBuilder<unknown> {
  const sums = sql`sum(d.succeeded) as succeeded, sum(d.failed) as failed, sum(d.skipped) as skipped, sum(d.minutes_saved)::bigint as minutes`
  // Join through the company's automations, so that the index on automation and day is used.
  const days = company
    ? sql`shared_installations i join shared_run_days d on d.company_id = i.company_id and d.installation_id = i.id and i.company_id = ${company.id}`
    : sql`shared_run_days d`
  const whole = cut === 'month' && !client
  const months = whole ? spans.map(monthsOf).filter((m) => m !== undefined) : []
  const rest = spans.flatMap((s): Span[] => {
    const m = whole ? monthsOf(s) : undefined
    if (!m) return [s]
    const after = monthStart(m.to, 1)
    return [
      ...(s.from < m.from ? [{ from: s.from, to: addDays(m.from, -1) }] : []),
      ...(after <= s.to ? [{ from: after, to: s.to }] : []),
    ]
  })
  const between = (column: string, those: readonly Span[]) =>
    those.length === 0
      ? sql`false`
      : sql`(${sql.join(
          those.map((s) => sql`${sql.ref(column)} between ${s.from}::date and ${s.to}::date`),
          sql` or `,
        )})`
  return sql`select d.company_id, d.installation_id as id, d.day, ${sums} from ${days}
      where ${between('d.day', rest)} and ${client ? sql`d.client_id = ${client.id}` : sql`true`} group by 1, 2, 3
    union all
    select d.company_id, d.installation_id, d.month, d.succeeded, d.failed, d.skipped, d.minutes_saved from shared_run_months d
      where ${between('d.month', months)} and ${company ? sql`d.company_id = ${company.id}` : sql`true`}`
}
