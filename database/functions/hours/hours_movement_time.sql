-- Returns the time of a movement: the given one for the owner's login, otherwise now. In SQL because the functions that
-- move minutes call it.
create or replace function hours_movement_time(wanted timestamptz) returns timestamptz language sql volatile set search_path = pg_catalog, public, pg_temp as
  $$ select case when wanted is not null and hours_is_owner_login() then wanted else clock_timestamp() end $$;
revoke all on function hours_movement_time(timestamptz) from public;
