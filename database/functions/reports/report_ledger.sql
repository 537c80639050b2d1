-- Calculates report_hours of these days from the ledger. In SQL because it reads many rows and writes their sums,
-- without sending them to the server.
create or replace function report_ledger(of_company uuid, zone text, days date[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with d as materialized (
    select day, (day::timestamp at time zone zone) - interval '3 hours' as lo, ((day + 1)::timestamp at time zone zone) + interval '3 hours' as hi
    from unnest(days) as day),
  lines as (
    select d.day, l.kind, l.minutes, l.overage, l.entry_id, t.client_id,
      case when l.entry_id is null then '' else coalesce(t.category, 'project') end as category
    from d cross join lateral (select * from shared_hour_ledger x where x.company_id = of_company and x.created_at >= d.lo and x.created_at < d.hi offset 0) l
      left join shared_time_entries e on e.company_id = l.company_id and e.id = l.entry_id
      left join shared_tickets t on t.company_id = e.company_id and t.id = e.ticket_id
    where (l.created_at at time zone zone)::date = d.day)
  insert into report_hours (company_id, client_id, day, category, added, drawn, expired, taken, overage)
  select of_company, who.client, l.day, l.category,
    coalesce(sum(l.minutes) filter (where l.entry_id is null and (l.kind in ('purchase', 'grant') or l.kind = 'adjustment' and l.minutes > 0)), 0),
    -coalesce(sum(l.minutes) filter (where l.entry_id is not null), 0),
    -coalesce(sum(l.minutes) filter (where l.kind = 'expiry' or l.kind = 'reversal' and l.entry_id is null and l.minutes > 0), 0),
    -coalesce(sum(l.minutes) filter (where l.entry_id is null and l.kind in ('reversal', 'adjustment', 'rollover') and (l.minutes < 0 or l.kind = 'rollover')), 0),
    sum(l.overage)
  from lines l
    cross join lateral (select '00000000-0000-0000-0000-000000000000'::uuid as client union all select l.client_id where l.client_id is not null) who
  group by who.client, l.day, l.category
$$;
revoke all on function report_ledger(uuid, text, date[]) from public;
