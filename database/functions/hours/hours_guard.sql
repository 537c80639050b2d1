-- Rejects movements that the login may not make. Engineers draw; administrators and the product do everything. An owner
-- of a partner requests hours and never makes them usable, except the months of a retainer that they sign
-- (`hours_grant`). In SQL because it protects the functions that run as the owner from every caller.
create or replace function hours_guard(of_company uuid, what text) returns void language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  acts_as text := current_setting('app.role', true);
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or acts_as is distinct from 'owner' or what not in ('grant', 'drop', 'watch', 'hold'))
    or session_user = 'portal_staff' and (
      nullif(current_setting('app.user_id', true), '') is null
      or what not in ('charge', 'hold') and acts_as is distinct from 'admin' and acts_as is distinct from 'system') then
    raise exception 'these hours may not be moved by this login' using errcode = 'insufficient_privilege';
  end if;
end $$;
revoke all on function hours_guard(uuid, text) from public;
