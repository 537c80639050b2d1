-- Creates the partition for a run of this time if it is missing. A nightly job creates those of the next months; this
-- is for a server that was off for longer than that. In SQL because it runs as the owner: only the owner creates
-- tables.
create or replace function need_run_month(moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if to_regclass('public.runs_' || to_char(moment at time zone 'UTC', 'YYYY_MM')) is not null then return; end if;
  if moment < now() - interval '14 months' or moment > now() + interval '1 day' then
    raise exception 'runs of this month are not accepted' using errcode = 'check_violation';
  end if;
  perform public.make_run_months((moment at time zone 'UTC')::date, (moment at time zone 'UTC')::date);
end $$;
revoke all on function need_run_month(timestamptz) from public;
grant execute on function need_run_month(timestamptz) to portal_tenant, portal_staff;
