-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_hour_blocks with (security_invoker = true) as
  select company_id, id, source, agreement_id, state, name, granted, remaining, price_cents, expires_on, valid_months,
    period_from, activated_at, released_by
  from hour_blocks;
comment on view shared_hour_blocks is 'Published: blocks of hours.';
grant select on shared_hour_blocks to portal_tenant, portal_staff;

create view shared_hour_ledger with (security_invoker = true) as
  select company_id, id, kind, block_id, minutes, overage, entry_id, agreement_id, created_at
  from hour_ledger;
comment on view shared_hour_ledger is 'Published: ledger of hours.';
grant select on shared_hour_ledger to portal_tenant, portal_staff;

create view shared_hour_balances with (security_invoker = true) as
  select company_id, balance, base, episode
  from hour_balances;
comment on view shared_hour_balances is 'Published: balance of hours per company.';
grant select on shared_hour_balances to portal_tenant, portal_staff;

create view shared_hour_overage_marks with (security_invoker = true) as
  select company_id, agreement_id, billed_up_to
  from hour_overage_marks;
comment on view shared_hour_overage_marks is 'Published: up to which ledger line overage is billed.';
grant select on shared_hour_overage_marks to portal_staff;
