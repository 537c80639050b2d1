-- Returns whether a second has passed since the last notification. A time in the future means that the clock was set
-- back.
create or replace function runs_may_be_told(told timestamptz) returns boolean language sql volatile as $$
  select told is null or told not between clock_timestamp() - interval '1 second' and clock_timestamp()
$$;
revoke all on function runs_may_be_told(timestamptz) from public;
grant execute on function runs_may_be_told(timestamptz) to portal_tenant, portal_staff;
