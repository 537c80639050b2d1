-- Returns whether two start times can be of the same run that was sent twice: within 15 minutes. Senders that retry
-- read the clock again and reword their message; the first report counts. Two different runs with one id are still
-- detected, by their result or by a larger distance. In SQL because `store_runs` calls it for each run of a batch.
create or replace function may_be_one_run(timestamptz, timestamptz) returns boolean language sql immutable strict parallel safe
  return $1 - $2 between interval '-15 minutes' and interval '15 minutes';
revoke all on function may_be_one_run(timestamptz, timestamptz) from public;
grant execute on function may_be_one_run(timestamptz, timestamptz) to portal_tenant, portal_staff;
