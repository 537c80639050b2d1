import { sql } from 'kysely'
import { TICKET_CATEGORIES } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { PRIORITY_NAMES, TICKET_CATEGORY_NAMES } from '../../tickets/index.ts'
import { rowDay, rowsWithin, type Scope, spanName, WHOLE } from '../scope.ts'
import { figuresOf, type Numbers, overTime, percentOf, type Section, tableOf } from './section.ts'
import { type Spread, spread } from './spread.ts'

/** What each day counts. `report_tickets.sql` decides which tickets count, and which targets were met. */
const COUNTS = [
  'opened',
  'resolved',
  'reopened',
  'response_kept',
  'response_missed',
  'resolution_kept',
  'resolution_missed',
  'rated',
  'rating_sum',
] as const
type Counts = Record<(typeof COUNTS)[number], number>
const NONE = Object.fromEntries(COUNTS.map((c) => [c, 0])) as Counts
/** Selects sums over rows of days (as `r`). */
const sums = sql.raw(COUNTS.map((c) => `sum(r.${c})::int as ${c}`).join(', '))
const add = (rows: readonly Counts[]): Counts =>
  Object.fromEntries(COUNTS.map((c) => [c, rows.reduce((n, r) => n + r[c], 0)])) as Counts

/** Returns figures from counts and percentiles. */
const numbersOf = (c: Counts, answers?: Spread, resolutions?: Spread): Numbers => ({
  'tickets.opened': c.opened,
  'tickets.resolved': c.resolved,
  'tickets.reopened': c.reopened,
  'tickets.response_median': answers?.half ?? null,
  'tickets.response_p90': answers?.most ?? null,
  'tickets.response_kept': percentOf(c.response_kept, c.response_kept + c.response_missed),
  'tickets.response_missed': c.response_missed,
  'tickets.resolution_median': resolutions?.half ?? null,
  'tickets.resolution_kept': percentOf(c.resolution_kept, c.resolution_kept + c.resolution_missed),
  'tickets.resolution_missed': c.resolution_missed,
  'tickets.rating': c.rated === 0 ? null : Math.round((c.rating_sum / c.rated) * 10) / 10,
  'tickets.rated': c.rated,
})

/** Returns tickets opened and resolved, response and resolution times, and ratings. */
export async function ticketsSection(db: Db, scope: Scope): Promise<Section> {
  const [byValue, byRow, answers, resolutions, open, byClient] = await Promise.all([
    sql<Counts & { period: 'now' | 'before' | null; dimension: string; value: string }>`
      select ${spanName(scope)} as period, r.dimension, r.value, ${sums} from report_days r where ${rowsWithin(scope)} group by 1, 2, 3`.execute(
      db,
    ),
    sql<Counts & { row: string }>`
      select ${rowDay(scope)} as row, ${sums} from report_days r
      where ${rowsWithin(scope)} and r.dimension = 'priority' and r.day >= ${scope.span.from}::date group by 1`.execute(
      db,
    ),
    spread(scope, 'responses').execute(db),
    spread(scope, 'resolutions').execute(db),
    openNow(db, scope),
    clientsOf(db, scope),
  ])
  const of = (period: 'now' | 'before') => byValue.rows.filter((r) => r.period === period)
  const at = (all: { rows: Spread[] }, period: string, value: string | null) =>
    all.rows.find((s) => s.period === period && s.value === value)
  const whole = (period: 'now' | 'before') =>
    numbersOf(
      add(of(period).filter((r) => r.dimension === 'priority')),
      at(answers, period, null),
      at(resolutions, period, null),
    )
  const now = of('now')
  const value = (dimension: string, v: string) => now.find((r) => r.dimension === dimension && r.value === v) ?? NONE
  const rows = new Map(byRow.rows.map((r) => [r.row, r]))
  return {
    key: 'tickets',
    figures: figuresOf(
      scope,
      [
        'tickets.opened',
        'tickets.resolved',
        'tickets.reopened',
        'tickets.open',
        'tickets.response_median',
        'tickets.response_p90',
        'tickets.response_kept',
        'tickets.response_missed',
        'tickets.resolution_median',
        'tickets.resolution_kept',
        'tickets.resolution_missed',
        'tickets.rating',
        'tickets.rated',
      ],
      { ...whole('now'), 'tickets.open': open },
      whole('before'),
    ),
    tables: [
      tableOf(
        scope,
        'tickets.byTime',
        overTime(scope, (row) => numbersOf(rows.get(row) ?? NONE)),
      ),
      tableOf(
        scope,
        'tickets.byPriority',
        ['P1', 'P2', 'P3', 'P4'].map((p) => ({
          id: null,
          name: PRIORITY_NAMES[p] ?? p,
          numbers: numbersOf(value('priority', p), at(answers, 'now', p), at(resolutions, 'now', p)),
        })),
      ),
      tableOf(
        scope,
        'tickets.byCategory',
        TICKET_CATEGORIES.map((c) => ({ id: null, name: TICKET_CATEGORY_NAMES[c] ?? c, counts: value('category', c) }))
          .filter(({ counts }) => COUNTS.some((k) => counts[k] > 0))
          .toSorted((a, b) => b.counts.opened - a.counts.opened)
          .map(({ counts, ...row }) => ({ ...row, numbers: numbersOf(counts) })),
      ),
      ...(byClient
        ? [
            tableOf(
              scope,
              'tickets.byClient',
              byClient.map(({ id, name, ...counts }) => ({ id, name, numbers: numbersOf(counts) })),
            ),
          ]
        : []),
    ],
    notes: [],
  }
}

/** Returns how many tickets are open now. */
async function openNow(db: Db, { company, client }: Scope): Promise<number> {
  const { rows } = client
    ? await sql<{ open: number }>`select count(*)::int as open from shared_tickets t
        where t.client_id = ${client.id} and t.status not in ('resolved', 'closed') and t.merged_into is null`.execute(
        db,
      )
    : await sql<{ open: number }>`select coalesce(sum(n.count), 0)::int as open from shared_ticket_counts n
        where n.status not in ('resolved', 'closed') and ${company ? sql`n.company_id = ${company.id}` : sql`true`}`.execute(
        db,
      )
  return rows[0]?.open ?? 0
}

/**
 * Returns a row per end client with tickets in the period, and one for tickets without a client. Undefined in a report
 * of all companies or of one client, and when no ticket has a client.
 */
async function clientsOf(db: Db, { company, client, span }: Scope) {
  if (!company || client) return undefined
  const { rows } = await sql<Counts & { id: string; name: string | null }>`
    select r.client_id as id, (select l.name from shared_clients l where l.company_id = ${company.id} and l.id = r.client_id) as name, ${sums}
    from report_days r where r.company_id = ${company.id} and r.dimension = 'priority' and r.day between ${span.from}::date and ${span.to}::date
    group by r.client_id`.execute(db)
  const whole = rows.find((r) => r.id === WHOLE)
  const clients = rows
    .filter((r) => r.id !== WHOLE)
    .toSorted((a, b) => b.opened - a.opened || (a.name ?? '').localeCompare(b.name ?? ''))
  if (!whole || clients.length === 0) return undefined
  const named = add(clients)
  const rest = Object.fromEntries(COUNTS.map((c) => [c, whole[c] - named[c]])) as Counts
  return [
    ...clients.map((c) => ({ ...c, name: c.name ?? '' })),
    ...(COUNTS.some((c) => rest[c] > 0) ? [{ id: null, name: 'No client', ...rest }] : []),
  ]
}
