-- Updates a person's name, address, time zone and time of change. Values that are not given stay unchanged. In SQL
-- because the module `account` cannot import `people`, which imports it.
create or replace function edit_person(person uuid, change jsonb) returns void
  language sql set search_path = public, pg_temp as $$
  update profiles p set (full_name, email, time_zone, updated_at) = (
    select r.full_name, r.email, r.time_zone, r.updated_at from jsonb_populate_record(p, change) r)
  where p.id = person;
$$;
revoke all on function edit_person(uuid, jsonb) from public;
