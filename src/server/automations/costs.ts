// Costs of automations in cents: sums of the invoice lines that bill them (`automation_lines` in
// `database/migrations/0018_automations.sql`).
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

export type Costs = { invoiced: number; paid: number }
export type Days = { from: string | RawBuilder<unknown>; to: string | RawBuilder<unknown> }

const inDays = (days: Days | undefined, day: RawBuilder<unknown>) =>
  days ? sql`${day} between ${days.from}::date and ${days.to}::date` : sql`true`

/** The last 30 days including today, in the provider's time zone, which invoices use. */
export const LAST_30: Days = { from: sql`(hours_day(now()) - 29)`, to: sql`hours_day(now())` }

/**
 * Returns a subquery of the costs in cents of the automation with alias `i`, as `{ invoiced, paid }`, for a range of
 * days or since the start.
 */
export const costsOfRow = (days?: Days) => sql<Costs | null>`(
  select jsonb_build_object('invoiced', coalesce(sum(k.invoiced_cents), 0)::bigint, 'paid', coalesce(sum(k.paid_cents), 0)::bigint)
  from automation_costs(i.company_id, i.id) k where ${inDays(days, sql.ref('k.day'))})`

/** Returns the total costs of the automations of one company, or of all companies, for a range of days. */
export async function costsOfAll(db: Db, companyId: string | undefined, days: Days): Promise<Costs> {
  const { rows } = await sql<Costs>`
    select coalesce(sum(l.invoiced_cents), 0)::bigint as invoiced, coalesce(sum(l.paid_cents), 0)::bigint as paid
    from automation_lines l
    where ${companyId ? sql`l.company_id = ${companyId}::uuid` : sql`true`} and ${inDays(days, sql.ref('l.day'))}
      and exists (select from installations o where o.company_id = l.company_id and (
        o.order_id = l.order_id and (l.product_id is null or l.product_id = o.product_id) or o.agreement_id = l.agreement_id))`.execute(
    db,
  )
  return rows[0] as Costs
}

/** Returns the costs of each automation of a company for a range of days, by automation id. */
export async function costsOfEach(db: Db, companyId: string, days: Days): Promise<Map<string, Costs>> {
  const { rows } = await sql<{ id: string; costs: Costs }>`
    select i.id, ${costsOfRow(days)} as costs from installations i where i.company_id = ${companyId}::uuid`.execute(db)
  return new Map(rows.map((r) => [r.id, r.costs]))
}
