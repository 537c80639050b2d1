-- Counts a ticket in the counters of its company, of all companies and of its assignee, when its transaction commits.
create or replace function count_ticket() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.status = new.status and old.priority = new.priority and old.assignee_id is not distinct from new.assignee_id then
      return null;
    end if;
  end if;
  -- One transaction at a time per share, because one that changes many tickets locks the rows of a share in their order.
  perform pg_advisory_xact_lock(hashtext('derived.ticket_loads'), pg_backend_pid() % 8);
  -- The other rows in one statement and in one order, so that two tickets that change in opposite directions cannot
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
  , of_staff as (
    insert into derived.ticket_loads (share, assignee_id, priority, waiting, count)
      -- Fewer shares than above, because there are rows for each member of staff.
      select pg_backend_pid() % 8, assignee_id, priority, waiting, sum(change) from (
        select new.assignee_id, new.priority, new.status, 1 where tg_op <> 'DELETE'
        union all select old.assignee_id, old.priority, old.status, -1 where tg_op <> 'INSERT') as m (assignee, priority, status, change)
      cross join lateral (select coalesce(assignee, '00000000-0000-0000-0000-000000000000'),
        status in ('waiting_on_partner', 'waiting_on_third_party')) as w (assignee_id, waiting)
      where status not in ('resolved', 'closed') group by assignee_id, priority, waiting having sum(change) <> 0
      order by assignee_id, priority, waiting
    on conflict (share, assignee_id, priority, waiting) do update set count = ticket_loads.count + excluded.count)
  insert into ticket_counts (company_id, status, count, unassigned) select company_id, status, count, unassigned from moved
  on conflict (company_id, status) do update set count = ticket_counts.count + excluded.count, unassigned = ticket_counts.unassigned + excluded.unassigned;
  return null;
end $$;
