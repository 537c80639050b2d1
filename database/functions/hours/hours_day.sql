-- Returns the day of a time in the time zone of the provider. In SQL because queries compare columns with it, and
-- functions call it.
create or replace function hours_day(at timestamptz) returns date language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select (at at time zone hours_zone())::date $$;
revoke all on function hours_day(timestamptz) from public;
grant execute on function hours_day(timestamptz) to portal_tenant, portal_staff;
