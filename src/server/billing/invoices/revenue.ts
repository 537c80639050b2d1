import { sql } from 'kysely'
import type { z } from 'zod'
import type { Revenue } from '../../../contract/billing/index.ts'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { monthAfter } from '../policy.ts'

/** The most months that can be shown: five years. */
const MOST_MONTHS = 60

type Wanted = { from?: string | undefined; to?: string | undefined; company?: string | undefined }
type Sums = { invoiced: number; paid: number; refunded: number }

/**
 * Returns revenue by month in the provider's time zone: what was invoiced (without voided invoices), received and
 * refunded, and what is open and overdue now, in total and per company. Defaults to the last twelve months. Throws
 * UNPROCESSABLE for a range that runs backward or is longer than five years.
 */
export const getRevenue = action(contract.billing.revenue, ({ platform, actor }, wanted) =>
  platform.db.asActor(actor, (db) => revenueOf(db, wanted)),
)

/** Returns the same as `getRevenue`, within the caller's transaction. Throws UNPROCESSABLE. */
export async function revenueOf(db: Db, wanted: Wanted): Promise<z.infer<typeof Revenue>> {
  const span = await sql<{ first: string; last: string }>`
    select to_char(coalesce(${wanted.from ? `${wanted.from}-01` : null}::date,
        (coalesce(${wanted.to ? `${wanted.to}-01` : null}::date, hours_day(now())) - interval '11 months')::date), 'YYYY-MM') as first,
      to_char(coalesce(${wanted.to ? `${wanted.to}-01` : null}::date, hours_day(now())), 'YYYY-MM') as last`.execute(db)
  const { first, last } = span.rows[0] as { first: string; last: string }
  const months: string[] = []
  for (let m = `${first}-01`; m.slice(0, 7) <= last && months.length <= MOST_MONTHS; m = monthAfter(m))
    months.push(m.slice(0, 7))
  if (months.length === 0)
    throw refuse('UNPROCESSABLE', { fields: { to: ['Choose an end month that is not before the start month.'] } })
  if (months.length > MOST_MONTHS)
    throw refuse('UNPROCESSABLE', { fields: { from: ['Choose a period of at most five years.'] } })
  const from = `${first}-01`
  const until = monthAfter(`${last}-01`)
  const company = wanted.company ?? null
  const { rows } = await sql<{ company_id: string; month: string } & Sums>`
    with zone as (select coalesce((select time_zone from companies where is_internal order by created_at, id limit 1), 'America/New_York') as name),
      span as (select ${from}::date as first, ${until}::date as until,
        (${from}::date::timestamp at time zone zone.name) as begins, (${until}::date::timestamp at time zone zone.name) as ends from zone),
      moves as (
        select i.company_id, i.issued_on as day, i.total_cents as invoiced, 0 as paid, 0 as refunded from invoices i, span
          where i.status in ('open', 'paid', 'refunded') and i.issued_on >= span.first and i.issued_on < span.until
        union all
        select p.company_id, hours_day(p.paid_at), 0, p.amount_cents, 0 from payments p, span
          where p.status = 'succeeded' and p.paid_at >= span.begins and p.paid_at < span.ends
        union all
        select r.company_id, hours_day(r.created_at), 0, 0, r.amount_cents from refunds r, span
          where r.status = 'succeeded' and r.created_at >= span.begins and r.created_at < span.ends)
    select company_id, to_char(day, 'YYYY-MM') as month, sum(invoiced)::int8 as invoiced, sum(paid)::int8 as paid, sum(refunded)::int8 as refunded
    from moves where ${company}::uuid is null or company_id = ${company}::uuid group by 1, 2`.execute(db)
  const owed = await sql<{ company_id: string; open: number; overdue: number }>`
    select company_id, sum(greatest(0, total_cents - (paid_cents - refunded_cents)))::int8 as open,
      coalesce(sum(greatest(0, total_cents - (paid_cents - refunded_cents))) filter (where due_on < hours_day(now())), 0)::int8 as overdue
    from invoices where status = 'open' and (${company}::uuid is null or company_id = ${company}::uuid) group by 1`.execute(
    db,
  )
  const ids = [...new Set([...rows, ...owed.rows].map((r) => r.company_id))]
  const names = new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()).map((c) => [
          c.id,
          c.name,
        ]),
  )
  const sum = (all: Sums[]) => ({
    invoicedCents: all.reduce((n, r) => n + r.invoiced, 0),
    paidCents: all.reduce((n, r) => n + r.paid, 0),
    refundedCents: all.reduce((n, r) => n + r.refunded, 0),
  })
  const owes = (all: { open: number; overdue: number }[]) => ({
    openCents: all.reduce((n, r) => n + r.open, 0),
    overdueCents: all.reduce((n, r) => n + r.overdue, 0),
  })
  return {
    currency: 'usd' as const,
    from: first,
    to: last,
    months: months.map((month) => ({ month, ...sum(rows.filter((r) => r.month === month)) })),
    totals: { ...sum(rows), ...owes(owed.rows) },
    companies: ids
      .map((id) => ({
        company: { id, name: names.get(id) ?? '' },
        ...sum(rows.filter((r) => r.company_id === id)),
        ...owes(owed.rows.filter((r) => r.company_id === id)),
      }))
      .toSorted((a, b) => b.invoicedCents - a.invoicedCents || b.openCents - a.openCents),
  }
}
