-- Calculates report_days of these days. A day begins and ends in the time zone of the company: three hours on either
-- side are read and the day itself decides, so that a clock change at midnight counts nothing twice or never. `offset
-- 0` keeps the days separate: joined as a whole, the planner reads all tickets of the company for a handful of days. A
-- ticket that is resolved while it waits has not ended that pause (`sla_paused_at`), so its resolution time ends where
-- the pause begins. In SQL because it reads many rows and writes their sums, without sending them to the server.
create or replace function report_tickets(of_company uuid, zone text, days date[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with d as materialized (
    select day, (day::timestamp at time zone zone) - interval '3 hours' as lo, ((day + 1)::timestamp at time zone zone) + interval '3 hours' as hi
    from unnest(days) as day),
  facts as (
    select d.day, t.client_id, t.priority, t.category, 1 as opened, 0 as resolved, 0 as reopened, null::integer as response, null::boolean as response_kept,
      null::integer as resolution, null::boolean as resolution_kept, null::integer as rating
    from d cross join lateral (select * from tickets x where x.company_id = of_company and x.created_at >= d.lo and x.created_at < d.hi offset 0) t
    where t.merged_into is null and (t.created_at at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 0, 0, greatest(0, floor(extract(epoch from t.first_response_at - t.created_at) / 60))::integer,
      t.first_response_at <= t.response_due_at, null, null, null
    from d cross join lateral (select * from tickets x where x.company_id = of_company and x.first_response_at >= d.lo and x.first_response_at < d.hi offset 0) t
    where t.merged_into is null and (t.first_response_at at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 1, 0, null, null,
      case when not t.closed_unanswered then greatest(0, floor((extract(epoch from least(coalesce(t.resolved_at, t.closed_at), t.sla_paused_at) - t.created_at) - t.sla_paused_ms / 1000.0) / 60))::integer end,
      case when not t.closed_unanswered or coalesce(t.resolved_at, t.closed_at) > t.resolution_due_at then coalesce(t.resolved_at, t.closed_at) <= t.resolution_due_at end, null
    from d cross join lateral (select * from tickets x where x.company_id = of_company
      and coalesce(x.resolved_at, x.closed_at) >= d.lo and coalesce(x.resolved_at, x.closed_at) < d.hi offset 0) t
    where t.merged_into is null and (coalesce(t.resolved_at, t.closed_at) at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 0, 0, null, null, null, null, t.rating
    from d cross join lateral (select * from tickets x where x.company_id = of_company and x.rated_at >= d.lo and x.rated_at < d.hi offset 0) t
    where t.merged_into is null and (t.rated_at at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 0, 1, null, null, null, null, null
    from d cross join lateral (select * from messages x where x.company_id = of_company and x.created_at >= d.lo and x.created_at < d.hi
      and x.kind = 'event' and x.data->>'type' = 'status' and x.data->>'from' in ('resolved', 'closed') offset 0) m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where t.merged_into is null and m.data->>'to' not in ('resolved', 'closed') and (m.created_at at time zone zone)::date = d.day)
  insert into report_days (company_id, client_id, day, dimension, value, opened, resolved, reopened, response_kept, response_missed,
    resolution_kept, resolution_missed, rated, rating_sum, responses, resolutions)
  select of_company, who.client, f.day, dim.dimension, dim.value, sum(f.opened), sum(f.resolved), sum(f.reopened),
    count(*) filter (where f.response_kept), count(*) filter (where not f.response_kept),
    count(*) filter (where f.resolution_kept), count(*) filter (where not f.resolution_kept), count(f.rating), coalesce(sum(f.rating), 0),
    coalesce(array_agg(f.response order by f.response) filter (where f.response is not null and dim.dimension = 'priority'), '{}'),
    coalesce(array_agg(f.resolution order by f.resolution) filter (where f.resolution is not null and dim.dimension = 'priority'), '{}')
  from facts f
    cross join lateral (select '00000000-0000-0000-0000-000000000000'::uuid as client union all select f.client_id where f.client_id is not null) who
    cross join lateral (values ('priority', f.priority), ('category', f.category)) as dim (dimension, value)
  group by who.client, f.day, dim.dimension, dim.value
$$;
revoke all on function report_tickets(uuid, text, date[]) from public;
