// Calculates exact medians and 90th percentiles of many durations.
import { sql } from 'kysely'
import { rowsWithin, type Scope } from '../scope.ts'

export type Spread = { period: 'now' | 'before'; value: string | null; half: number; most: number }

/** Up to this many values, all are sorted. */
const FEW = 16_384
/** With more values, the sample has one in this many. */
const EACH = 16

/**
 * Returns the median and the 90th percentile in minutes, as `percentile_disc` calculates them: for all tickets in both
 * periods, and by priority in the current one. Sorting 100,000 numbers six times takes longer than the rest of a report
 * (`npm run bench -- reports`), but each day's list is already sorted. So a sample gives a lower and an upper bound of
 * the result, a search in every list counts the values below the lower one, and only the values in between are sorted.
 * If the result is not between them, everything is sorted.
 */
export const spread = (scope: Scope, column: 'responses' | 'resolutions') => sql<Spread>`
  with d as materialized (
    select case when r.day >= ${scope.span.from}::date then 'now' else 'before' end as period, r.value, r.${sql.ref(column)} as list,
      -- The position at which the sample of this list starts. It differs by day and priority, so that the sample has
      -- values from all parts of the lists.
      ((r.day - date '2000-01-01') * 5 + ascii(right(r.value, 1))) % ${sql.lit(EACH)} + 1 as first
    from report_days r where ${rowsWithin(scope)} and r.dimension = 'priority' and r.${sql.ref(column)} <> '{}'
      and (r.day >= ${scope.span.from}::date or r.day <= ${scope.before.to}::date)),
  g as materialized (
    select w.period, w.value, (select sum(cardinality(d.list))::int from d where d.period = w.period and (w.value is null or d.value = w.value)) as n
    from (values ('now', null), ('before', null), ('now', 'P1'), ('now', 'P2'), ('now', 'P3'), ('now', 'P4')) w (period, value)),
  -- The bounds are four standard deviations of a sample of this size away from its estimate, so that fewer than one in
  -- ten thousand results are outside.
  guessed as materialized (
    select g.*, f.exact, s.at from g cross join lateral (
      select percentile_disc(array[0.5, 0.9]) within group (order by m) as exact from d cross join lateral unnest(d.list) m
      where g.n <= ${sql.lit(FEW)} and d.period = g.period and (g.value is null or d.value = g.value)) f
    cross join lateral (
      select percentile_disc(array(select least(1, greatest(0, p + e * ${sql.lit(2 * Math.sqrt(EACH))} / sqrt(g.n))) from (values (0.5, -1), (0.5, 1), (0.9, -1), (0.9, 1)) v (p, e)))
        within group (order by d.list[i]) as at
      from d cross join lateral generate_series(d.first, cardinality(d.list), ${sql.lit(EACH)}) i
      where g.n > ${sql.lit(FEW)} and d.period = g.period and (g.value is null or d.value = g.value)) s),
  -- Materialize each step. Otherwise Postgres would repeat its count for every reference to it.
  ranked as materialized (
    select g.period, g.value, v.part, ceil(v.part * g.n)::int as rank, g.exact[v.i] as exact, g.at[2 * v.i - 1] as low, g.at[2 * v.i] as high
    from guessed g cross join (values (0.5, 1), (0.9, 2)) v (part, i) where g.n > 0),
  below as materialized (
    select x.*, case when x.low is not null then
      (select sum(width_bucket(x.low - 1, d.list)) from d where d.period = x.period and (x.value is null or d.value = x.value))::int end as below
    from ranked x),
  found as materialized (
    select q.period, q.value, q.part, coalesce(q.exact,
      (select m from d cross join lateral unnest(d.list[width_bucket(q.low - 1, d.list) + 1 : width_bucket(q.high, d.list)]) m
        where q.below < q.rank and d.period = q.period and (q.value is null or d.value = q.value)
        order by m offset greatest(0, q.rank - q.below - 1) limit 1),
      (select percentile_disc(q.part) within group (order by m) from d cross join lateral unnest(d.list) m
        where d.period = q.period and (q.value is null or d.value = q.value))) as at
    from below q)
  select period, value, max(at) filter (where part = 0.5) as half, max(at) filter (where part = 0.9) as most from found group by 1, 2`
