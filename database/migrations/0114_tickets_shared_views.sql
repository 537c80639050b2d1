-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_tickets with (security_invoker = true) as
  select company_id, id, number, subject, category, impact, urgency, priority, status, source, assignee_id, client_id,
    agreement_id, merged_into, version, rating, rated_at, first_response_at, resolved_at, closed_at, created_at
  from tickets;
comment on view shared_tickets is 'Published: tickets without their text and their service level clocks.';
grant select on shared_tickets to portal_tenant, portal_staff;

create view shared_messages with (security_invoker = true) as
  select company_id, id, ticket_id, kind, author_id, body, created_at
  from messages;
comment on view shared_messages is 'Published: what was written in tickets.';
grant select on shared_messages to portal_tenant, portal_staff;

create view shared_ticket_counts with (security_invoker = true) as
  select company_id, status, count, unassigned
  from ticket_counts;
comment on view shared_ticket_counts is 'Published: number of tickets of a company per status.';
grant select on shared_ticket_counts to portal_tenant, portal_staff;
