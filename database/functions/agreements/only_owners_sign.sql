-- Rejects signatures of partners who are not owners.
create or replace function only_owners_sign() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_tenant' and current_setting('app.role', true) is distinct from 'owner' then
    raise exception 'only an owner can sign an agreement' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
