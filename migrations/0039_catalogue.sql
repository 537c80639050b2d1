-- The catalogue as staff work on it, and what runs out behind automations.

-- The order that staff give, over all states.
create index products_by_position on products (position, id);
create index products_by_change on products (updated_at desc, id desc);

-- What engineers were told of last: "broken", or the last day of the credential. Once for each.
alter table connections add told_of text check (length(told_of) <= 40);
create index connections_broken on connections (company_id, installation_id) where state = 'broken';

-- Administrators make keys for companies that have nobody to do it, and only such with which runs are sent; what partners may
-- do stays as it was.
grant insert on api_keys to portal_staff;
create function staff_make_run_keys() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_staff' and (current_setting('app.role', true) is distinct from 'admin'
    or new.scopes <> array['runs:write']) then
    raise exception 'an administrator makes keys with which runs are sent' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger api_keys_by_staff before insert on api_keys for each row execute function staff_make_run_keys();
