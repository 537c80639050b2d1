-- Rejects automations that the login of partners inserts, except a requested one of an order by an owner.
create or replace function partners_never_install() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'portal_tenant' then return new; end if;
  if new.status <> 'requested' or new.order_id is null or current_setting('app.role', true) is distinct from 'owner' then
    raise exception 'partners cannot add automations without an order' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
