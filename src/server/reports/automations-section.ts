import { sql } from 'kysely'
import { priceOf, rateFor, savedCents } from '../automations/index.ts'
import type { Db } from '../platform/db.ts'
import { showCents } from '../platform/words.ts'
import { runRows } from './run-rows.ts'
import { rowDay, type Scope, spanName } from './scope.ts'
import { figuresOf, type Numbers, overTime, percentOf, type Section, tableOf } from './section.ts'

type Sums = { succeeded: number; failed: number; skipped: number; minutes: number }
const NONE: Sums = { succeeded: 0, failed: 0, skipped: 0, minutes: 0 }
type Installed = {
  id: string
  company_id: string
  name: string
  price_model: string
  price_cents: number | null
  loaded_rate_cents: number | null
  /** Parts of a month of 30 days in which it was live. */
  months_now: number
  months_before: number
  bought_now: boolean
  bought_before: boolean
}
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

/** What automations did and what that was worth. Prices are the company's: a report of one end client has none. */
export async function automationsSection(db: Db, scope: Scope): Promise<Section> {
  const { company, client, before, span, zone } = scope
  const live = (s: { from: string; to: string }) => sql<number>`round(greatest(0, extract(epoch from
    least(coalesce(i.retired_at, now()), now(), ((${s.to}::date + 1)::timestamp at time zone ${zone}))
    - greatest(i.live_at, (${s.from}::date::timestamp at time zone ${zone})))) / 2592000, 4)::float`
  const bought = (s: { from: string; to: string }) =>
    sql<boolean>`(i.created_at at time zone ${zone})::date between ${s.from}::date and ${s.to}::date`
  const day = sql.ref('d.day')
  const [done, installed] = await Promise.all([
    sql<Sums & { period: string; id: string; row: string }>`
      select ${spanName(scope, day)} as period, d.id, ${rowDay(scope, day)} as row, sum(d.succeeded)::int as succeeded,
        sum(d.failed)::int as failed, sum(d.skipped)::int as skipped, sum(d.minutes)::int as minutes
      from (${runRows(scope, [before, span])}) d
      group by 1, 2, 3`.execute(db),
    company
      ? sql<Installed>`
          select i.id, i.company_id, i.name, i.price_model, i.price_cents, c.loaded_rate_cents, coalesce(${live(span)}, 0) as months_now,
            coalesce(${live(before)}, 0) as months_before, ${bought(span)} as bought_now, ${bought(before)} as bought_before
          from installations i join companies c on c.id = i.company_id where i.company_id = ${company.id} order by i.name, i.id`.execute(
          db,
        )
      : undefined,
  ])
  const of = (period: string) => done.rows.filter((r) => r.period === period)
  const rate = rateFor(installed?.rows[0]?.loaded_rate_cents ?? null)
  const priced = company !== null && client === null
  const saved = (s: Sums) => (company ? savedCents(s.minutes, rate.rateCents) : null)
  const price = (i: Installed, when: 'now' | 'before') =>
    priced
      ? priceOf(
          { model: i.price_model, cents: i.price_cents },
          { months: i[`months_${when}`], bought: i[`bought_${when}`] },
        )
      : null
  const prices = (when: 'now' | 'before') => (installed?.rows ?? []).reduce((n, i) => n + (price(i, when) ?? 0), 0)
  const numbers = (when: 'now' | 'before'): Numbers => {
    const s = total(of(when))
    return { ...counts(s), 'automations.saved': saved(s), 'automations.price': priced ? prices(when) : null }
  }
  const now = of('now')
  const rows = Map.groupBy(now, (r) => r.row)
  const each = (installed?.rows ?? [])
    .map((i) => ({ i, s: total(now.filter((r) => r.id === i.id)) }))
    .filter(({ i, s }) => s.succeeded + s.failed + s.skipped > 0 || (price(i, 'now') ?? 0) > 0)
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
        ...(priced ? (['automations.price'] as const) : []),
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
              each.map(({ i, s }) => ({
                id: i.id,
                name: i.name,
                numbers: { ...counts(s), 'automations.saved': saved(s), 'automations.price': price(i, 'now') },
              })),
              priced ? [] : ['automations.price'],
            ),
          ]
        : []),
    ],
    notes:
      scope.money && company && total(now).minutes > 0
        ? [
            `Money saved is time saved × ${showCents(rate.rateCents)} an hour${rate.rateOf === 'house' ? ', the rate that we assume until you set yours' : ''}.`,
          ]
        : [],
  }
}
