import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { instant } from '../platform/instant.ts'
import { prepared } from '../platform/prepared.ts'

/** Today where the automation's days are counted (the row as `i`). */
export const today = sql<string>`(now() at time zone i.time_zone)::date`

/** Sums over days of runs (as `d`) that pass a condition. */
const sums = (when: RawBuilder<unknown>) => sql<[number, number, number, number]>`jsonb_build_array(
  coalesce(sum(d.succeeded) filter (where ${when}), 0), coalesce(sum(d.failed) filter (where ${when}), 0),
  coalesce(sum(d.skipped) filter (where ${when}), 0), coalesce(sum(d.minutes_saved) filter (where ${when}), 0))`

/** Counts and minutes of a time: succeeded, failed, skipped, minutes saved. */
export type Sums = [number, number, number, number]

/** Only what was done for one end client, where one is named. */
const forClient = (client: string | undefined) => (client ? sql`and d.client_id = ${client}::uuid` : sql``)

/** The day of the automation as `i`, reckoned once: the clock of a zone costs more than the sums. */
const day = sql`(select ${today} as today offset 0) as z`
/** Whether a row of days (as `d`) is of the last so many days or a little older: what an index is read by, whatever the zone. */
const lately = (days: number) => sql<boolean>`d.day > (now() at time zone 'UTC')::date - ${sql.lit(days + 1)}::int`
/** The last 30 days with today, and the 30 before them, of the automation as `i`. */
const recent = (client?: string) => sql<{ last: Sums; before: Sums }>`(
  select jsonb_build_object('last', ${sums(sql`d.day > z.today - 30`)}, 'before', ${sums(sql`d.day <= z.today - 30`)})
  from ${day} join run_days d on d.company_id = i.company_id and d.installation_id = i.id
    and ${lately(60)} and d.day > z.today - 60 ${forClient(client)})`
const always = sql<Sums>`(
  select ${sums(sql`true`)} from run_days d where d.company_id = i.company_id and d.installation_id = i.id)`

/** Of the last 30 days: for how many of them, as a part of a month of 30 days, it was live. */
export const months30 = sql<number>`(case when i.live_at is null then 0 else round(greatest(0, extract(epoch from
  coalesce(i.retired_at, now()) - greatest(i.live_at, now() - interval '30 days'))) / 2592000, 4) end)::float`
/** Months of the calendar since it went live, days as thirtieths. */
const monthsLive = sql<number>`(select case when l.age is null then 0 else round(greatest(0,
  extract(year from l.age) * 12 + extract(month from l.age) + (extract(day from l.age) + extract(hour from l.age) / 24) / 30), 4) end
  from (select age(coalesce(i.retired_at, now()), i.live_at) as age) as l)::float`
/** Whether it was bought in the last 30 days. */
export const bought30 = sql<boolean>`(i.created_at > now() - interval '30 days')`
/**
 * Minutes that each saved in the last 30 days, for lists in that order: one pass over the days and not one for each
 * automation. They are joined by what is unique by itself; with the company besides the planner expects a handful and sorts
 * all of them on disk.
 */
export const saved30 = ({ company, client }: { company?: string | undefined; client?: string | undefined }) =>
  sql<{ installation_id: string; minutes: number }>`(
    select d.installation_id, sum(d.minutes_saved)::bigint as minutes
    from run_days d join (select i.id, ${today} as today from installations i offset 0) as z on z.id = d.installation_id
    where ${lately(30)} and d.day > z.today - 30 ${forClient(client)} ${company ? sql`and d.company_id = ${company}::uuid` : sql``}
    group by d.installation_id)`
/** Somebody has to look at it. */
export const needsAttention = sql<boolean>`(i.status in ('failing', 'requested') or i.asked is not null or exists (
  select from alert_episodes e where e.company_id = i.company_id and e.installation_id = i.id and e.ended_at is null))`

const episode = (of: RawBuilder<unknown>) => sql`jsonb_build_object('id', e.id, 'kind', e.kind,
  'startedAt', ${instant('e.started_at')}, 'endedAt', ${instant('e.ended_at')},
  'ticket', (select jsonb_build_object('id', t.id, 'number', t.number) from tickets t
    where t.company_id = e.company_id and t.id = e.ticket_id)) ${of}`
export type EpisodeJson = {
  id: string
  kind: string
  startedAt: string
  endedAt: string | null
  ticket: { id: string; number: number } | null
}

/** Automations with their company, product and the figures of 60 days, those of one end client if one is named, as `i`. */
export const rows = (db: Db, client?: string) =>
  db
    .selectFrom('installations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('product_names as p', 'p.id', 'i.product_id')
    .select([
      'i.company_id',
      'i.id',
      'i.product_id',
      'i.name',
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
      months30.as('months_30'),
      bought30.as('bought_30'),
      sql<boolean>`(i.answered_at is null and jsonb_array_length(i.intake) > 0)`.as('intake_open'),
      sql<number>`(select count(*)::int from installation_clients l
        where l.company_id = i.company_id and l.installation_id = i.id)`.as('clients'),
      sql<EpisodeJson | null>`(select ${episode(sql``)} from alert_episodes e
        where e.company_id = i.company_id and e.installation_id = i.id and e.ended_at is null)`.as('episode'),
    ])
export type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const person = (id: string) => sql<string | null>`(select p.full_name from people p where p.id = ${sql.ref(id)})`

/** One automation with everything its page says. */
export const whole = prepared((db, { id }: { id: string }) =>
  rows(db)
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
      monthsLive.as('months_live'),
      sql<{ id: string; number: number; status: string } | null>`(
        select jsonb_build_object('id', t.id, 'number', t.number, 'status', t.status)
        from tickets t where t.company_id = i.company_id and t.id = i.ticket_id)`.as('ticket'),
      sql<{ id: string; number: number; status: string } | null>`(
        select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status)
        from orders o where o.company_id = i.company_id and o.id = i.order_id)`.as('order'),
      sql<{ id: string; number: number } | null>`(
        select jsonb_build_object('id', a.id, 'number', a.number)
        from agreements a where a.company_id = i.company_id and a.id = i.agreement_id)`.as('agreement'),
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
        from installation_clients k join clients l on l.company_id = k.company_id and l.id = k.client_id
        where k.company_id = i.company_id and k.installation_id = i.id)`.as('client_list'),
      sql<EpisodeJson[]>`(select coalesce(jsonb_agg(x.e order by x.started_at desc), '[]') from (
        select e.started_at, ${episode(sql`as e`)} from alert_episodes e
        where e.company_id = i.company_id and e.installation_id = i.id order by e.started_at desc limit 10) as x)`.as(
        'episodes',
      ),
    ])
    .where('i.id', '=', id),
)
export type Whole = Awaited<ReturnType<typeof whole>>[number]

/** Locks an automation for a change and gives what the change depends on; undefined when the actor has no such. */
export const lock = (db: Db, id: string) =>
  db
    .selectFrom('installations')
    .select(['company_id', 'id', 'name', 'status', 'asked', 'asked_reason', 'time_zone', 'version'])
    .where('id', '=', id)
    // Tickets and runs refer to it, and whoever writes them need not wait.
    .forNoKeyUpdate()
    .executeTakeFirst()
