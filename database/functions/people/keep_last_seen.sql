-- Records that a person is active now. In SQL because the module `account` cannot import `people`, which imports it.
create or replace function keep_last_seen(person uuid) returns void
  language sql set search_path = public, pg_temp as $$
  update profiles set last_seen_at = now() where id = person;
$$;
revoke all on function keep_last_seen(uuid) from public;
