-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_agreements with (security_invoker = true) as
  select company_id, id, number, name, type, status, ends_on, renewal, hourly_rate_cents, payment_days,
    monthly_price_cents, sla_policy_id, billing_point, completion_billed_at
  from agreements;
comment on view shared_agreements is 'Published: agreements: names, state, and the terms that others bill or measure by.';
grant select on shared_agreements to portal_tenant, portal_staff;

create view shared_agreement_revisions with (security_invoker = true) as
  select company_id, id, agreement_id, status, terms, signed_at
  from agreement_revisions;
comment on view shared_agreement_revisions is 'Published: the terms of each revision of an agreement.';
grant select on shared_agreement_revisions to portal_tenant, portal_staff;

comment on view default_agreements is 'Published: the agreement that work of a company counts for when nothing else was chosen.';
