-- Returns the number of open tickets of all companies per assignee (null: unassigned) and priority, and whether they wait
-- for the partner or a third party. Staff only. In SQL because it runs as the owner: under row-level security, it would
-- check each row.
create or replace function ticket_loads() returns table (assignee_id uuid, priority text, waiting boolean, count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select nullif(assignee_id, '00000000-0000-0000-0000-000000000000'), priority, waiting, sum(count)::bigint from derived.ticket_loads
  where session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null group by 1, 2, 3
$$;
revoke all on function ticket_loads() from public;
grant execute on function ticket_loads() to portal_staff;
