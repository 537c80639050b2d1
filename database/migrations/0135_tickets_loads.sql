-- The workload of staff read every open ticket. It is counted where tickets change, like the totals.
create table derived.ticket_loads (
  share integer not null,
  -- Only zeros: unassigned.
  assignee_id uuid not null,
  priority text not null,
  waiting boolean not null,
  count bigint not null default 0,
  primary key (share, assignee_id, priority, waiting)
) with (fillfactor = 50);
comment on table derived.ticket_loads is 'Number of open tickets of all companies per assignee and priority, in shares: concurrent transactions write different ones.';
lock table tickets in access exclusive mode;
insert into derived.ticket_loads (share, assignee_id, priority, waiting, count)
  select 0, coalesce(assignee_id, '00000000-0000-0000-0000-000000000000'), priority,
    status in ('waiting_on_partner', 'waiting_on_third_party'), count(*)
  from tickets where status not in ('resolved', 'closed') group by 2, 3, 4;
drop trigger tickets_count on tickets;
create constraint trigger tickets_count after insert or delete or update of status, assignee_id, priority on tickets
  deferrable initially deferred for each row execute function count_ticket();
drop index tickets_workload;
-- What the workload still reads of tickets: the overdue ones, and those that are due soon.
drop index tickets_due;
create index tickets_due on tickets (sla_due_at) include (assignee_id, status, sla_soon_at) where sla_due_at is not null;
drop index tickets_soon;
create index tickets_soon on tickets (sla_soon_at) include (assignee_id, status, sla_due_at) where sla_soon_at is not null;
