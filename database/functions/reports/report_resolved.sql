-- Calculates report_people of these days. In SQL because it reads many rows and writes their sums, without sending them
-- to the server.
create or replace function report_resolved(of_company uuid, zone text, days date[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from report_people where company_id = of_company and day = any(days);
  insert into report_people (company_id, user_id, day, resolved)
  select of_company, t.assignee_id, d.day, count(*)
  from (select day, (day::timestamp at time zone zone) - interval '3 hours' as lo, ((day + 1)::timestamp at time zone zone) + interval '3 hours' as hi
      from unnest(days) as day) d
    cross join lateral (select * from shared_tickets x where x.company_id = of_company
      and coalesce(x.resolved_at, x.closed_at) >= d.lo and coalesce(x.resolved_at, x.closed_at) < d.hi offset 0) t
  where t.merged_into is null and t.assignee_id is not null and (coalesce(t.resolved_at, t.closed_at) at time zone zone)::date = d.day
  group by t.assignee_id, d.day
$$;
revoke all on function report_resolved(uuid, text, date[]) from public;
