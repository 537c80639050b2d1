-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_time_entries with (security_invoker = true) as
  select company_id, id, ticket_id, task_id, user_id, minutes, worked_on, work_type, billable, note, removed,
    agreement_id, charged, multiplier
  from time_entries;
comment on view shared_time_entries is 'Published: time entries without internal notes.';
grant select on shared_time_entries to portal_tenant, portal_staff;
