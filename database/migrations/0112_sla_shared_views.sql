-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_sla_policies with (security_invoker = true) as
  select company_id, id, name, archived_at
  from sla_policies;
comment on view shared_sla_policies is 'Published: names of service level policies.';
grant select on shared_sla_policies to portal_staff;
