-- Rejects API keys that staff insert, except by administrators and only to send runs.
create or replace function staff_make_run_keys() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_staff' and (current_setting('app.role', true) is distinct from 'admin'
    or new.scopes <> array['runs:write']) then
    raise exception 'only an administrator can create keys for sending runs' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
