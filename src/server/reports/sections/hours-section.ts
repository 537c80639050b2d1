import { sql } from 'kysely'
import { formatLongDay } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { readBalance } from '../../hours/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { rowDay, rowsWithin, type Scope, spanName, WHOLE } from '../scope.ts'
import { HOUR_CATEGORY_NAMES } from '../words.ts'
import { figuresOf, type Numbers, overTime, type Section, tableOf } from './section.ts'

type Sums = { added: number; drawn: number; expired: number; taken: number; overage: number }
const NONE: Sums = { added: 0, drawn: 0, expired: 0, taken: 0, overage: 0 }
const sums = sql`sum(r.added)::int as added, sum(r.drawn)::int as drawn, sum(r.expired)::int as expired, sum(r.taken)::int as taken,
  sum(r.overage)::int as overage`
const numbersOf = (s: Sums): Numbers => ({
  'hours.drawn': s.drawn,
  'hours.added': s.added,
  'hours.expired': s.expired,
  'hours.taken': s.taken,
  'hours.overage': s.overage,
})
const total = (rows: readonly Sums[]): Sums =>
  rows.reduce<Sums>(
    (n, r) => ({
      added: n.added + r.added,
      drawn: n.drawn + r.drawn,
      expired: n.expired + r.expired,
      taken: n.taken + r.taken,
      overage: n.overage + r.overage,
    }),
    NONE,
  )

/**
 * Returns hours added and used. For an end client, only those that its tickets used, because the hours belong to the
 * company.
 */
export async function hoursSection(db: Db, actor: Actor, scope: Scope): Promise<Section> {
  const { company, client, span } = scope
  const ofWholeCompany = company !== null && client === null
  const [byCategory, byRow, byClient, balance] = await Promise.all([
    sql<Sums & { period: string | null; category: string }>`
      select ${spanName(scope)} as period, r.category, ${sums} from report_hours r where ${rowsWithin(scope)} group by 1, 2`.execute(
      db,
    ),
    sql<Sums & { row: string }>`
      select ${rowDay(scope)} as row, ${sums} from report_hours r where ${rowsWithin(scope)} and r.day >= ${span.from}::date group by 1`.execute(
      db,
    ),
    ofWholeCompany
      ? sql<Sums & { id: string; name: string | null }>`
          select r.client_id as id, (select l.name from shared_clients l where l.company_id = ${company.id} and l.id = r.client_id) as name, ${sums}
          from report_hours r where r.company_id = ${company.id} and r.day between ${span.from}::date and ${span.to}::date
          group by r.client_id`.execute(db)
      : undefined,
    ofWholeCompany ? readBalance(db, actor, company.id) : undefined,
  ])
  const of = (period: string) => byCategory.rows.filter((r) => r.period === period)
  const rows = new Map(byRow.rows.map((r) => [r.row, r]))
  const categories = of('now')
    .filter((r) => r.category !== '' && (r.drawn !== 0 || r.overage !== 0))
    .toSorted((a, b) => b.drawn - a.drawn)
  const clients = (byClient?.rows ?? [])
    .filter((r) => r.id !== WHOLE && (r.drawn !== 0 || r.overage !== 0))
    .toSorted((a, b) => b.drawn - a.drawn)
  const all = total(of('now'))
  const named = total(clients)
  const rest = { ...NONE, drawn: all.drawn - named.drawn, overage: all.overage - named.overage }
  const only = client ? (['hours.added', 'hours.expired'] as const) : []
  return {
    key: 'hours',
    figures: figuresOf(
      scope,
      client
        ? ['hours.drawn', 'hours.overage']
        : [
            'hours.drawn',
            'hours.added',
            'hours.expired',
            'hours.taken',
            'hours.overage',
            ...(balance ? (['hours.balance'] as const) : []),
          ],
      { ...numbersOf(all), 'hours.balance': balance?.balance ?? null },
      numbersOf(total(of('before'))),
    ),
    tables: [
      tableOf(
        scope,
        'hours.byTime',
        overTime(scope, (row) => numbersOf(rows.get(row) ?? NONE)),
        only,
      ),
      tableOf(
        scope,
        'hours.byCategory',
        categories.map((r) => ({
          id: null,
          name: HOUR_CATEGORY_NAMES[r.category] ?? r.category,
          numbers: numbersOf(r),
        })),
      ),
      ...(clients.length > 0
        ? [
            tableOf(scope, 'hours.byClient', [
              ...clients.map((r) => ({ id: r.id, name: r.name ?? '', numbers: numbersOf(r) })),
              ...(rest.drawn !== 0 || rest.overage !== 0
                ? [{ id: null, name: 'No client', numbers: numbersOf(rest) }]
                : []),
            ]),
          ]
        : []),
    ],
    notes: balance ? notesOf(balance) : [],
  }
}

/** Returns sentences on how long the hours will last. */
function notesOf({ balance, forecast }: Awaited<ReturnType<typeof readBalance>>): string[] {
  if (balance <= 0) return []
  if (forecast.basedOn === null) return [`${formatMinutes(balance)} left. No hours were used in the last 90 days.`]
  const pace = `At the pace of the last ${forecast.basedOn} days (${formatMinutes(Math.round(forecast.perDay * 30))} per 30 days),`
  return [
    forecast.runsOutOn
      ? `${pace} the balance lasts until ${formatLongDay(forecast.runsOutOn)}.`
      : `${pace} the balance lasts more than two years.`,
    ...(forecast.expiring > 0 ? [`${formatMinutes(forecast.expiring)} would expire unused before then.`] : []),
  ]
}
