import { sql } from 'kysely'
import { formatCents } from '../../../contract/plain/money.ts'
import { type Costs, costsOfAll, costsOfEach, rateFor, savedCents } from '../../automations/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { rowDay, type Scope, spanName } from '../scope.ts'
import { runFigureRows } from './run-rows.ts'
import { figuresOf, type Numbers, overTime, percentOf, type Section, tableOf } from './section.ts'

type Sums = { succeeded: number; failed: number; skipped: number; minutes: number }
const NONE: Sums = { succeeded: 0, failed: 0, skipped: 0, minutes: 0 }
type Installed = { id: string; name: string; loaded_rate_cents: number | null }
const NO_COSTS: Costs = { invoiced: 0, paid: 0 }
const HOW_COSTS =
  'How we calculate this: Cost is the total of the invoice lines for these automations whose service period starts in the period. A line without a service period counts on its invoice date. Paid is what we received for those lines, minus refunds.'
const total = (rows: readonly Sums[]): Sums =>
  rows.reduce<Sums>(
    (n, r) => ({
      succeeded: n.succeeded + r.succeeded,
      failed: n.failed + r.failed,
      skipped: n.skipped + r.skipped,
      minutes: n.minutes + r.minutes,
    }),
    NONE,
  )
const counts = (s: Sums): Numbers => ({
  'automations.runs': s.succeeded + s.failed + s.skipped,
  'automations.succeeded': s.succeeded,
  'automations.failed': s.failed,
  'automations.skipped': s.skipped,
  'automations.success': percentOf(s.succeeded, s.succeeded + s.failed),
  'automations.minutes': s.minutes,
})

/**
 * Returns the runs, value and cost of automations. Costs are included only for a whole company and readers who see
 * money; a report of an end client has none, because the company pays.
 */
export async function automationsSection(db: Db, scope: Scope): Promise<Section> {
  const { company, client, before, span } = scope
  const priced = company !== null && client === null && scope.money
  const day = sql.ref('d.day')
  const [done, installed, costsNow, costsBefore, costsEach] = await Promise.all([
    sql<Sums & { period: string; id: string; row: string }>`
      select ${spanName(scope, day)} as period, d.id, ${rowDay(scope, day)} as row, sum(d.succeeded)::int as succeeded,
        sum(d.failed)::int as failed, sum(d.skipped)::int as skipped, sum(d.minutes)::int as minutes
      from (${runFigureRows(scope, [before, span])}) d
      group by 1, 2, 3`.execute(db),
    company
      ? sql<Installed>`
          select i.id, i.name, c.loaded_rate_cents
          from shared_installations i join companies c on c.id = i.company_id where i.company_id = ${company.id} order by i.name, i.id`.execute(
          db,
        )
      : undefined,
    priced ? costsOfAll(db, company.id, span) : NO_COSTS,
    priced ? costsOfAll(db, company.id, before) : NO_COSTS,
    priced ? costsOfEach(db, company.id, span) : new Map<string, Costs>(),
  ])
  const of = (period: string) => done.rows.filter((r) => r.period === period)
  const rate = rateFor(installed?.rows[0]?.loaded_rate_cents ?? null)
  const saved = (s: Sums) => (company ? savedCents(s.minutes, rate.rateCents) : null)
  const money = (c: Costs): Numbers => (priced ? { 'automations.cost': c.invoiced, 'automations.paid': c.paid } : {})
  const numbers = (when: 'now' | 'before'): Numbers => {
    const s = total(of(when))
    return { ...counts(s), 'automations.saved': saved(s), ...money(when === 'now' ? costsNow : costsBefore) }
  }
  const now = of('now')
  const rows = Map.groupBy(now, (r) => r.row)
  const each = (installed?.rows ?? [])
    .map((i) => ({ i, s: total(now.filter((r) => r.id === i.id)), costs: costsEach.get(i.id) ?? NO_COSTS }))
    .filter(({ s, costs }) => s.succeeded + s.failed + s.skipped > 0 || costs.invoiced !== 0)
    .toSorted((a, b) => b.s.minutes - a.s.minutes)
  return {
    key: 'automations',
    figures: figuresOf(
      scope,
      [
        'automations.runs',
        'automations.success',
        'automations.failed',
        'automations.skipped',
        'automations.minutes',
        ...(company ? (['automations.saved'] as const) : []),
        ...(priced ? (['automations.cost', 'automations.paid'] as const) : []),
      ],
      numbers('now'),
      numbers('before'),
    ),
    tables: [
      tableOf(
        scope,
        'automations.byTime',
        overTime(scope, (row) => counts(total(rows.get(row) ?? []))),
      ),
      ...(company
        ? [
            tableOf(
              scope,
              'automations.byAutomation',
              each.map(({ i, s, costs }) => ({
                id: i.id,
                name: i.name,
                numbers: { ...counts(s), 'automations.saved': saved(s), ...money(costs) },
              })),
              priced ? [] : ['automations.cost', 'automations.paid'],
            ),
          ]
        : []),
    ],
    notes: [
      ...(scope.money && company && total(now).minutes > 0
        ? [
            `Money saved is time saved × ${formatCents(rate.rateCents)} an hour${rate.rateOf === 'house' ? ', our default rate until you set yours' : ''}.`,
          ]
        : []),
      ...(priced && (costsNow.invoiced !== 0 || costsBefore.invoiced !== 0) ? [HOW_COSTS] : []),
    ],
  }
}
