-- Returns whether the owner's login is connected: the product itself, not a person. In SQL because functions that run
-- as the owner decide by it.
create or replace function hours_is_owner_login() returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select session_user not in ('portal_tenant', 'portal_staff') $$;
revoke all on function hours_is_owner_login() from public;
