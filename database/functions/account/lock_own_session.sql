-- Locks the signed-in user as lockUser does (src/server/account/lock.ts), and returns when their identity was last
-- confirmed in this session and whether they have a second factor. Returns no row when the session has ended. In SQL
-- because it runs as the owner: logins cannot read sessions and second factors.
create or replace function lock_own_session(session uuid) returns table (confirmed_at timestamptz, second_factor boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  perform from auth."user" where id = person for no key update;
  return query select s.confirmed_at,
      exists (select from auth.factors f where f.user_id = person and f.status = 'verified')
        or exists (select from auth.passkeys k where k.user_id = person)
    from auth.session s where s.id = session and s."userId" = person and s.viewer_id is null;
end $$;
revoke all on function lock_own_session(uuid) from public;
grant execute on function lock_own_session(uuid) to portal_tenant, portal_staff;
