-- Records whether a person has a second factor. Returns that, or null for an account without a company. In SQL because
-- the module `account` cannot import `people`, which imports it.
create or replace function keep_second_factor(person uuid, present boolean) returns boolean
  language sql set search_path = public, pg_temp as $$
  update profiles set second_factor = present where id = person returning second_factor;
$$;
revoke all on function keep_second_factor(uuid, boolean) from public;
