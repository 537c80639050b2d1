-- Adds an account to a company with a role. If the person already belongs to it, only the role changes. In SQL because
-- the module `account` cannot import `people`, which imports it.
create or replace function add_person(person uuid, of_company uuid, name text, address text, new_role text) returns void
  language sql set search_path = public, pg_temp as $$
  insert into profiles (id, company_id, full_name, email) values (person, of_company, name, address) on conflict (id) do nothing;
  insert into user_roles (user_id, company_id, role) values (person, of_company, new_role)
    on conflict (user_id) do update set role = excluded.role;
$$;
revoke all on function add_person(uuid, uuid, text, text, text) from public;
