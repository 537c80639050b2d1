-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_installations with (security_invoker = true) as
  select company_id, id, product_id, name, status, order_id, ticket_id, created_at
  from installations;
comment on view shared_installations is 'Published: names and states of automations.';
grant select on shared_installations to portal_tenant, portal_staff;

create view shared_run_days with (security_invoker = true) as
  select company_id, installation_id, day, client_id, succeeded, failed, skipped, minutes_saved
  from run_days;
comment on view shared_run_days is 'Published: runs of an automation per day.';
grant select on shared_run_days to portal_tenant, portal_staff;

create view shared_run_months with (security_invoker = true) as
  select company_id, installation_id, month, succeeded, failed, skipped, minutes_saved
  from run_months;
comment on view shared_run_months is 'Published: runs of an automation per month.';
grant select on shared_run_months to portal_tenant, portal_staff;

create view shared_alert_episodes with (security_invoker = true) as
  select company_id, id, installation_id, started_at, ended_at
  from alert_episodes;
comment on view shared_alert_episodes is 'Published: times in which an automation failed or was silent.';
grant select on shared_alert_episodes to portal_tenant, portal_staff;

comment on view product_names is 'Published: names of products that are or were published, so that a company still sees the name of an automation it runs.';
