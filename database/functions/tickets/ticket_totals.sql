-- Returns the number of tickets of all companies per status, and how many are unassigned. Staff only. In SQL because it
-- runs as the owner: under row-level security, it would check each row.
create or replace function ticket_totals() returns table (status text, count bigint, unassigned bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select status, sum(count)::bigint, sum(unassigned)::bigint from derived.ticket_totals
  where session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null group by status
$$;
revoke all on function ticket_totals() from public;
grant execute on function ticket_totals() to portal_staff;
