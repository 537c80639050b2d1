-- A ticket that its own company closed before staff answered: nothing was met and nothing was missed by that.
alter table tickets add closed_unanswered boolean not null default false;
grant update (closed_unanswered) on tickets to portal_tenant, portal_staff;

-- Tickets from before: closed by the partner in the last change of status, without a public reply by staff.
update tickets t set closed_unanswered = true
from (
  select distinct on (m.company_id, m.ticket_id) m.company_id, m.ticket_id, m.author_kind, m.data ->> 'to' as status
  from messages m where m.kind = 'event' and m.data ->> 'type' = 'status'
  order by m.company_id, m.ticket_id, m.created_at desc, m.id desc) last
where last.company_id = t.company_id and last.ticket_id = t.id and last.author_kind = 'partner' and last.status = 'closed'
  and t.status = 'closed' and t.first_response_at is null and t.merged_into is null;

-- In reports such a ticket counts as closed, but not in the resolution time and not as in time. Late by then is late.
do $$
declare
  before constant text := pg_get_functiondef('report_tickets(uuid,text,date[])'::regprocedure);
  body text := before;
begin
  body := replace(body,
    'greatest(0, floor((extract(epoch from coalesce(t.resolved_at, t.closed_at) - t.created_at) - t.sla_paused_ms / 1000.0) / 60))::integer,',
    'case when not t.closed_unanswered then greatest(0, floor((extract(epoch from coalesce(t.resolved_at, t.closed_at) - t.created_at) - t.sla_paused_ms / 1000.0) / 60))::integer end,');
  body := replace(body,
    'coalesce(t.resolved_at, t.closed_at) <= t.resolution_due_at, null',
    'case when not t.closed_unanswered or coalesce(t.resolved_at, t.closed_at) > t.resolution_due_at then coalesce(t.resolved_at, t.closed_at) <= t.resolution_due_at end, null');
  if (length(body) - length(before)) < 100 or position('case when not t.closed_unanswered or' in body) = 0
    or position('case when not t.closed_unanswered then' in body) = 0 then
    raise exception 'report_tickets is not as expected';
  end if;
  execute body;
end $$;
create trigger tickets_report_unanswered after update of closed_unanswered on tickets for each row
  when (old.closed_unanswered is distinct from new.closed_unanswered) execute function mark_ticket_reports();
insert into report_marks (company_id, at) select company_id, coalesce(resolved_at, closed_at) from tickets where closed_unanswered;
