-- Adds a company with only a name and a slug. Only for logins that see every company. In SQL because the module
-- `account` cannot import `companies`, which imports it.
create or replace function add_company(new_id uuid, new_name text, new_slug text, internal boolean) returns void
  language sql set search_path = public, pg_temp as $$
  insert into companies (id, name, slug, is_internal) values (new_id, new_name, new_slug, internal);
$$;
revoke all on function add_company(uuid, text, text, boolean) from public;
