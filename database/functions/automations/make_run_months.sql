-- Creates the partitions of runs from one month to another, each with its own row-level security policies, because no
-- one may read them except through `runs`. Attaching a finished table blocks no reader or writer. Returns how many were
-- created. In SQL because it runs as the owner: only the owner creates tables.
create or replace function make_run_months(from_day date, to_day date) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  month date;
  made integer := 0;
  name text;
begin
  -- Two concurrent calls would create the same partition.
  perform pg_advisory_xact_lock(hashtext('run months'));
  for month in select generate_series(date_trunc('month', from_day), date_trunc('month', to_day), interval '1 month')::date loop
    name := 'runs_' || to_char(month, 'YYYY_MM');
    if to_regclass('public.' || name) is not null then continue; end if;
    execute format('create table public.%I (like public.runs including defaults including constraints)', name);
    call public.enforce_row_level_security(('public.' || name)::regclass);
    execute format('alter table public.runs attach partition public.%I for values from (%L) to (%L)', name,
      month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    made := made + 1;
  end loop;
  return made;
end $$;
revoke all on function make_run_months(date, date) from public;
