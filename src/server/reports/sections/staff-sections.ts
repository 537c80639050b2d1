// Sections that only staff see: companies, workload and revenue.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Revenue } from '../../../contract/billing/index.ts'
import { formatMonth } from '../../../contract/plain/dates.ts'
import type { Db } from '../../platform/database/db.ts'
import { FORMER } from '../../platform/words.ts'
import { type Scope, WHOLE } from '../scope.ts'
import { runFigureRows } from './run-rows.ts'
import { figuresOf, foldRest, type Numbers, percentOf, type Section, tableOf } from './section.ts'

/** Maximum number of rows in a table of companies, including the one for all others. */
const MOST = 200

/** Returns the companies with activity in the period, those with the most opened tickets first. */
export async function companiesSection(db: Db, scope: Scope): Promise<Section> {
  const { from, to } = scope.span
  type Sums = {
    id: string
    name: string
    opened: number
    resolved: number
    rk: number
    rm: number
    sk: number
    sm: number
    drawn: number
    runs: number
    minutes: number
  }
  const { rows } = await sql<Sums>`
    with t as (select r.company_id, sum(r.opened)::int as opened, sum(r.resolved)::int as resolved, sum(r.response_kept)::int as rk,
        sum(r.response_missed)::int as rm, sum(r.resolution_kept)::int as sk, sum(r.resolution_missed)::int as sm
      from report_days r where r.client_id = ${sql.lit(WHOLE)} and r.dimension = 'priority' and r.day between ${from}::date and ${to}::date group by 1),
    h as (select r.company_id, sum(r.drawn)::int as drawn from report_hours r
      where r.client_id = ${sql.lit(WHOLE)} and r.day between ${from}::date and ${to}::date group by 1),
    a as (select d.company_id, sum(d.succeeded + d.failed + d.skipped)::int as runs, sum(d.minutes)::int as minutes
      from (${runFigureRows(scope, [scope.span])}) d group by 1)
    select c.id, c.name, coalesce(t.opened, 0) as opened, coalesce(t.resolved, 0) as resolved, coalesce(t.rk, 0) as rk, coalesce(t.rm, 0) as rm,
      coalesce(t.sk, 0) as sk, coalesce(t.sm, 0) as sm, coalesce(h.drawn, 0) as drawn, coalesce(a.runs, 0) as runs, coalesce(a.minutes, 0) as minutes
    from companies c left join t on t.company_id = c.id left join h on h.company_id = c.id left join a on a.company_id = c.id
    where not c.is_internal and (t.company_id is not null or h.company_id is not null or a.company_id is not null)
    order by opened desc, c.name`.execute(db)
  const numbersOf = (r: Sums): Numbers => ({
    'tickets.opened': r.opened,
    'tickets.resolved': r.resolved,
    'tickets.response_kept': percentOf(r.rk, r.rk + r.rm),
    'tickets.resolution_kept': percentOf(r.sk, r.sk + r.sm),
    'hours.drawn': r.drawn,
    'automations.runs': r.runs,
    'automations.minutes': r.minutes,
  })
  return {
    key: 'companies',
    figures: [],
    tables: [
      tableOf(
        scope,
        'companies.byCompany',
        foldRest(rows, MOST, 'companies', ({ id, name }) => ({ id, name }), numbersOf),
      ),
    ],
    notes: [],
  }
}

/** Returns minutes worked, tickets resolved and open tickets per person. */
export async function workloadSection(db: Db, scope: Scope): Promise<Section> {
  const { company, span, before } = scope
  const of = (alias: string) => (company ? sql`${sql.ref(`${alias}.company_id`)} = ${company.id}` : sql`true`)
  type Booked = { user_id: string; minutes: number; charged: number; minutes_before: number; charged_before: number }
  type Held = { user_id: string; resolved: number; resolved_before: number }
  const [booked, resolved, open, people] = await Promise.all([
    sql<Booked>`
      select e.user_id, coalesce(sum(e.minutes) filter (where e.worked_on >= ${span.from}::date), 0)::int as minutes,
        coalesce(sum(e.minutes) filter (where e.worked_on >= ${span.from}::date and e.billable), 0)::int as charged,
        coalesce(sum(e.minutes) filter (where e.worked_on <= ${before.to}::date), 0)::int as minutes_before,
        coalesce(sum(e.minutes) filter (where e.worked_on <= ${before.to}::date and e.billable), 0)::int as charged_before
      from shared_time_entries e where ${of('e')} and not e.removed and e.worked_on between ${before.from}::date and ${span.to}::date group by 1`.execute(
      db,
    ),
    sql<Held>`
      select r.user_id, coalesce(sum(r.resolved) filter (where r.day >= ${span.from}::date), 0)::int as resolved,
        coalesce(sum(r.resolved) filter (where r.day <= ${before.to}::date), 0)::int as resolved_before
      from report_people r where ${of('r')} and r.day between ${before.from}::date and ${span.to}::date group by 1`.execute(
      db,
    ),
    sql<{ user_id: string; open: number }>`
      select t.assignee_id as user_id, count(*)::int as open from shared_tickets t
      where ${of('t')} and t.status in ('new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party') and t.assignee_id is not null group by 1`.execute(
      db,
    ),
    db.selectFrom('people').select(['id', 'full_name']).where('is_internal', '=', true).execute(),
  ])
  const names = new Map(people.map((p) => [p.id, p.full_name]))
  const ids = new Set([...booked.rows, ...resolved.rows, ...open.rows].map((r) => r.user_id))
  const each = [...ids].map((id) => {
    const b = booked.rows.find((r) => r.user_id === id)
    const minutes = b?.minutes ?? 0
    return {
      id,
      name: names.get(id) ?? FORMER,
      numbers: {
        'workload.minutes': minutes,
        'workload.charged': percentOf(b?.charged ?? 0, minutes),
        'workload.resolved': resolved.rows.find((r) => r.user_id === id)?.resolved ?? 0,
        'workload.open': open.rows.find((r) => r.user_id === id)?.open ?? 0,
      },
    }
  })
  const sum = (pick: (r: Booked) => number) => booked.rows.reduce((n, r) => n + pick(r), 0)
  const minutes = sum((r) => r.minutes)
  const earlier = sum((r) => r.minutes_before)
  return {
    key: 'workload',
    figures: figuresOf(
      scope,
      ['workload.minutes', 'workload.charged', 'workload.resolved', 'workload.open'],
      {
        'workload.minutes': minutes,
        'workload.charged': percentOf(
          sum((r) => r.charged),
          minutes,
        ),
        'workload.resolved': resolved.rows.reduce((n, r) => n + r.resolved, 0),
        'workload.open': open.rows.reduce((n, r) => n + r.open, 0),
      },
      {
        'workload.minutes': earlier,
        'workload.charged': percentOf(
          sum((r) => r.charged_before),
          earlier,
        ),
        'workload.resolved': resolved.rows.reduce((n, r) => n + r.resolved_before, 0),
      },
    ),
    tables: [
      tableOf(
        scope,
        'workload.byPerson',
        each.toSorted(
          (a, b) => b.numbers['workload.minutes'] - a.numbers['workload.minutes'] || a.name.localeCompare(b.name),
        ),
      ),
    ],
    notes: [],
  }
}

type Money = z.infer<typeof Revenue>
/**
 * Returns revenue of the months that the period touches, as billing calculates it. Without `before`, it is not compared
 * with the previous period.
 */
export function revenueSection(scope: Scope, now: Money, before: Money | undefined): Section {
  const sums = (m: { invoicedCents: number; paidCents: number; refundedCents: number }): Numbers => ({
    'revenue.invoiced': m.invoicedCents,
    'revenue.paid': m.paidCents,
    'revenue.refunded': m.refundedCents,
  })
  const numbersOf = (m: Money['companies'][number]): Numbers => ({ ...sums(m), 'revenue.overdue': m.overdueCents })
  return {
    key: 'revenue',
    figures: figuresOf(
      scope,
      ['revenue.invoiced', 'revenue.paid', 'revenue.refunded', 'revenue.overdue'],
      { ...sums(now.totals), 'revenue.overdue': now.totals.overdueCents },
      before ? sums(before.totals) : {},
    ),
    tables: [
      tableOf(
        scope,
        'revenue.byMonth',
        now.months.map((m) => ({ id: `${m.month}-01`, name: formatMonth(`${m.month}-01`), numbers: sums(m) })),
      ),
      ...(scope.company
        ? []
        : [
            tableOf(
              scope,
              'revenue.byCompany',
              foldRest(now.companies, MOST, 'companies', (c) => c.company, numbersOf),
            ),
          ]),
    ],
    notes: [
      'Revenue covers whole months in our time zone, even if the period covers part of a month. It is compared with the previous period only if the period has whole months.',
    ],
  }
}
