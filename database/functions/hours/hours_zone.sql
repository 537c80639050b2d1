-- Returns the time zone of the provider, whose days count. In SQL because it runs as the owner: partners cannot read
-- the provider's row.
create or replace function hours_zone() returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as
  $$ select coalesce((select c.time_zone from companies c where c.is_internal order by c.created_at, c.id limit 1), 'America/New_York') $$;
revoke all on function hours_zone() from public;
grant execute on function hours_zone() to portal_tenant, portal_staff;
