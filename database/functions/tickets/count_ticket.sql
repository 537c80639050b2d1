-- Counts a ticket in the counters of its company and of all companies, when its transaction commits.
create or replace function count_ticket() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.status = new.status and (old.assignee_id is null) = (new.assignee_id is null) then return null; end if;
  end if;
  -- Both rows in one statement and in one order, so that two tickets that change in opposite directions cannot
  -- deadlock.
  with moved as (
    select company_id, status, sum(change) as count, sum(idle) as unassigned from (
      select new.company_id, new.status, 1, (new.assignee_id is null)::int where tg_op <> 'DELETE'
      union all select old.company_id, old.status, -1, -(old.assignee_id is null)::int where tg_op <> 'INSERT') as m (company_id, status, change, idle)
    group by company_id, status having sum(change) <> 0 or sum(idle) <> 0 order by company_id, status)
  , of_all as (
    insert into derived.ticket_totals (share, status, count, unassigned)
      select pg_backend_pid() % 64, status, count, unassigned from moved order by status
    on conflict (share, status) do update set count = ticket_totals.count + excluded.count, unassigned = ticket_totals.unassigned + excluded.unassigned)
  insert into ticket_counts (company_id, status, count, unassigned) select company_id, status, count, unassigned from moved
  on conflict (company_id, status) do update set count = ticket_counts.count + excluded.count, unassigned = ticket_counts.unassigned + excluded.unassigned;
  return null;
end $$;
