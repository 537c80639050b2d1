-- Calculates the marked days of a company, newest first, for about half a second and some days at a time, so that no
-- statement takes long however much is marked. Returns how many marks are left. Concurrent callers wait for the result.
-- In SQL because it reads many rows and writes their sums, without sending them to the server.
create or replace function report_refresh(of_company uuid) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at_once constant integer := 10;
  began constant timestamptz := clock_timestamp();
  zone text;
  days date[];
begin
  if session_user = 'portal_tenant' and of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
    or session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is null then
    raise exception 'not a report of this company' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from report_marks where company_id = of_company) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('reports'), hashtext(of_company::text));
  zone := company_zone(of_company);
  if exists (select from report_marks where company_id = of_company and at is null) then
    -- All days from the first with any data to the last. Only these two are searched for, which is quick. Until its
    -- turn comes, a day keeps its figures.
    delete from report_marks where company_id = of_company and at is null;
    insert into report_marks (company_id, at)
      select of_company, (day + interval '12 hours') at time zone zone
      from (
        select min(at) as first, max(at) as last from (
          select unnest(array[min(created_at), max(created_at)]) as at from tickets where company_id = of_company
          union all select unnest(array[min(first_response_at), max(first_response_at)]) from tickets
            where company_id = of_company and first_response_at is not null
          union all select unnest(array[min(coalesce(resolved_at, closed_at)), max(coalesce(resolved_at, closed_at))]) from tickets
            where company_id = of_company and coalesce(resolved_at, closed_at) is not null
          union all select unnest(array[min(rated_at), max(rated_at)]) from tickets where company_id = of_company and rated_at is not null
          union all select unnest(array[min(created_at), max(created_at)]) from messages
            where company_id = of_company and kind = 'event' and data->>'type' = 'status' and data->>'from' in ('resolved', 'closed')
          union all select unnest(array[min(created_at), max(created_at)]) from hour_ledger where company_id = of_company
          union all select unnest(array[min(day), max(day)])::timestamp at time zone zone from report_days where company_id = of_company
          union all select unnest(array[min(day), max(day)])::timestamp at time zone zone from report_hours where company_id = of_company
        ) instants) ends
        cross join lateral generate_series((first at time zone zone)::date - interval '1 day', (last at time zone zone)::date + interval '1 day', '1 day') as day;
  end if;
  loop
    select array_agg(day) into days from (
      select distinct (at at time zone zone)::date as day from report_marks where company_id = of_company order by 1 desc limit at_once) d;
    exit when days is null;
    delete from report_marks where company_id = of_company and (at at time zone zone)::date = any(days);
    delete from report_days where company_id = of_company and day = any(days);
    delete from report_hours where company_id = of_company and day = any(days);
    perform report_tickets(of_company, zone, days);
    perform report_ledger(of_company, zone, days);
    perform report_resolved(of_company, zone, days);
    exit when clock_timestamp() - began > interval '500 milliseconds';
  end loop;
  return (select count(*) from report_marks where company_id = of_company);
end $$;
revoke all on function report_refresh(uuid) from public;
grant execute on function report_refresh(uuid) to portal_tenant, portal_staff;
