-- Returns whether a second has passed since the last notification. A time in the future means that the clock was set
-- back. In SQL because `store_runs` and `notify_of_runs` decide by it in their statements.
create or replace function may_notify_of_runs(told timestamptz) returns boolean language sql volatile as $$
  select told is null or told not between clock_timestamp() - interval '1 second' and clock_timestamp()
$$;
revoke all on function may_notify_of_runs(timestamptz) from public;
grant execute on function may_notify_of_runs(timestamptz) to portal_tenant, portal_staff;
