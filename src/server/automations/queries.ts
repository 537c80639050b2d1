import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { formatInstant } from '../platform/database/instant.ts'
import { prepared } from '../platform/database/prepared.ts'
import { type Costs, costsOfRow, LAST_30 } from './costs.ts'

/** Today in the time zone of the automation with alias `i`. */
export const automationToday = sql<string>`(now() at time zone i.time_zone)::date`

/** Sums over days of runs (alias `d`) that pass a condition. */
const sums = (when: RawBuilder<unknown>) => sql<[number, number, number, number]>`jsonb_build_array(
  coalesce(sum(d.succeeded) filter (where ${when}), 0), coalesce(sum(d.failed) filter (where ${when}), 0),
  coalesce(sum(d.skipped) filter (where ${when}), 0), coalesce(sum(d.minutes_saved) filter (where ${when}), 0))`

/** Figures of a period: succeeded, failed, skipped, minutes saved. */
export type Sums = [number, number, number, number]

/** Limits the runs to those for one client, if one is given. */
const forClient = (client: string | undefined) => (client ? sql`and d.client_id = ${client}::uuid` : sql``)

/** Today's date for automation `i`, calculated once, because converting time zones costs more than the sums. */
const day = sql`(select ${automationToday} as today offset 0) as z`
/** Limits day rows (alias `d`) to roughly the last `days`, one more for any time zone, so that an index can be used. */
const lately = (days: number) => sql<boolean>`d.day > (now() at time zone 'UTC')::date - ${sql.lit(days + 1)}::int`
/** Figures of automation `i`: the last 30 days including today, and the 30 days before them. */
const recent = (client?: string) => sql<{ last: Sums; before: Sums }>`(
  select jsonb_build_object('last', ${sums(sql`d.day > z.today - 30`)}, 'before', ${sums(sql`d.day <= z.today - 30`)})
  from ${day} join run_days d on d.company_id = i.company_id and d.installation_id = i.id
    and ${lately(60)} and d.day > z.today - 60 ${forClient(client)})`
const always = sql<Sums>`(
  select ${sums(sql`true`)} from run_months d where d.company_id = i.company_id and d.installation_id = i.id)`

/**
 * Returns a subquery of the minutes that each automation saved in the last 30 days, for sorting a list, in one pass
 * over the days instead of one per automation. The join uses only the id, which is unique. With the company id added,
 * the planner underestimates the rows and sorts all of them on disk.
 */
export const saved30 = ({ company, client }: { company?: string | undefined; client?: string | undefined }) =>
  sql<{ installation_id: string; minutes: number }>`(
    select d.installation_id, sum(d.minutes_saved)::bigint as minutes
    from run_days d join (select i.id, ${automationToday} as today from installations i offset 0) as z on z.id = d.installation_id
    where ${lately(30)} and d.day > z.today - 30 ${forClient(client)} ${company ? sql`and d.company_id = ${company}::uuid` : sql``}
    group by d.installation_id)`
/**
 * Returns an SQL condition that is true when automation `i` has the client in its list, or had runs for it in the last
 * 60 days. Senders can name any client of the company, and a report counts these runs too.
 */
export const worksForClient = (client: string) => {
  // The planner reads all days of the client first. Without its company, it would read those of all companies.
  const company = sql`(select l.company_id from shared_clients l where l.id = ${client}::uuid)`
  return sql<boolean>`(i.company_id = ${company} and (
    exists (select from installation_clients k
      where k.company_id = ${company} and k.installation_id = i.id and k.client_id = ${client}::uuid)
    or exists (select from run_days d
      where d.company_id = ${company} and d.installation_id = i.id and ${lately(60)} and d.client_id = ${client}::uuid)))`
}
/** SQL condition that is true when automation `i` needs attention from staff. */
export const needsAttention = sql<boolean>`(i.status in ('failing', 'requested') or i.asked is not null or exists (
  select from alert_episodes e where e.company_id = i.company_id and e.installation_id = i.id and e.ended_at is null))`

const episode = (of: RawBuilder<unknown>) => sql`jsonb_build_object('id', e.id, 'kind', e.kind,
  'startedAt', ${formatInstant('e.started_at')}, 'endedAt', ${formatInstant('e.ended_at')},
  'ticket', (select jsonb_build_object('id', t.id, 'number', t.number) from shared_tickets t
    where t.company_id = e.company_id and t.id = e.ticket_id)) ${of}`
export type EpisodeJson = {
  id: string
  kind: string
  startedAt: string
  endedAt: string | null
  ticket: { id: string; number: number } | null
}

/** The value by which a list by name is sorted. */
export const automationNameKey = sql<string>`lower(i.name)`

/**
 * Returns a query of automations (alias `i`) with company, product and figures of 60 days, limited to one client if
 * given.
 */
export const automationRows = (db: Db, client?: string) =>
  db
    .selectFrom('installations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('product_names as p', 'p.id', 'i.product_id')
    .select([
      'i.company_id',
      'i.id',
      'i.product_id',
      'i.name',
      automationNameKey.as('name_key'),
      'i.status',
      'i.price_model',
      'i.price_cents',
      'i.last_run_at',
      'i.last_run_status',
      'i.live_at',
      'i.asked',
      'i.version',
      'i.created_at',
      'i.updated_at',
      'c.name as company',
      'c.loaded_rate_cents',
      'p.slug as product_slug',
      'p.name as product_name',
      'p.category as product_category',
    ])
    .select([
      recent(client).as('recent'),
      // An automation is paid for in total, so the figures of one client have no cost.
      (client ? sql<Costs | null>`null::jsonb` : costsOfRow(LAST_30)).as('costs'),
      sql<boolean>`(i.answered_at is null and jsonb_array_length(i.intake) > 0)`.as('intake_open'),
      sql<number>`(select count(*)::int from installation_clients l
        where l.company_id = i.company_id and l.installation_id = i.id)`.as('clients'),
      sql<EpisodeJson | null>`(select ${episode(sql``)} from alert_episodes e
        where e.company_id = i.company_id and e.installation_id = i.id and e.ended_at is null)`.as('episode'),
    ])
export type Row = Awaited<ReturnType<ReturnType<typeof automationRows>['execute']>>[number]

const person = (id: string) => sql<string | null>`(select p.full_name from people p where p.id = ${sql.ref(id)})`

/** Selects one automation with everything that its page shows. */
export const wholeAutomation = prepared((db, { id }: { id: string }) =>
  automationRows(db)
    .select([
      'i.intake',
      'i.answers',
      'i.answered_at',
      'i.answered_by',
      'i.minutes_per_run',
      'i.time_zone',
      'i.expected_minutes',
      'i.alert_percent',
      'i.alert_runs',
      'i.asked_reason',
      'i.asked_by',
      'i.asked_at',
      'i.pause_reason',
      'i.provisioning_at',
      'i.first_success_at',
      'i.paused_at',
      'i.retired_at',
      sql<boolean>`i.order_id is not null`.as('bought'),
    ])
    .select([
      person('i.answered_by').as('answerer'),
      person('i.asked_by').as('asker'),
      always.as('always'),
      costsOfRow().as('costs_always'),
      sql<{ id: string; number: number; status: string } | null>`(
        select jsonb_build_object('id', t.id, 'number', t.number, 'status', t.status)
        from shared_tickets t where t.company_id = i.company_id and t.id = i.ticket_id)`.as('ticket'),
      sql<{ id: string; number: number; status: string } | null>`(
        select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status)
        from shared_orders o where o.company_id = i.company_id and o.id = i.order_id)`.as('order'),
      sql<{ id: string; number: number } | null>`(
        select jsonb_build_object('id', a.id, 'number', a.number)
        from shared_agreements a where a.company_id = i.company_id and a.id = i.agreement_id)`.as('agreement'),
      sql<
        {
          id: string
          tool: string
          label: string
          reference: string
          state: string
          expiresOn: string | null
          version: number
        }[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'tool', n.tool, 'label', n.label, 'reference', n.reference,
          'state', n.state, 'expiresOn', n.expires_on::text, 'version', n.version) order by n.position, n.id), '[]')
        from connections n where n.company_id = i.company_id and n.installation_id = i.id)`.as('connections'),
      sql<{ id: string; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.name_key, l.id), '[]')
        from installation_clients k join shared_clients l on l.company_id = k.company_id and l.id = k.client_id
        where k.company_id = i.company_id and k.installation_id = i.id)`.as('client_list'),
      sql<EpisodeJson[]>`(select coalesce(jsonb_agg(x.e order by x.started_at desc), '[]') from (
        select e.started_at, ${episode(sql`as e`)} from alert_episodes e
        where e.company_id = i.company_id and e.installation_id = i.id order by e.started_at desc limit 10) as x)`.as(
        'episodes',
      ),
    ])
    .where('i.id', '=', id),
)
export type Whole = Awaited<ReturnType<typeof wholeAutomation>>[number]

/**
 * Locks an automation for a change and returns what the change depends on. Undefined when the actor has no such
 * automation.
 */
export const lockAutomation = (db: Db, id: string) =>
  db
    .selectFrom('installations')
    .select(['company_id', 'id', 'name', 'status', 'asked', 'asked_reason', 'time_zone', 'version'])
    .where('id', '=', id)
    // Writers of tickets and runs, which reference this row, do not have to wait for this lock.
    .forNoKeyUpdate()
    .executeTakeFirst()
