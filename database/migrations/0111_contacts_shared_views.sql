-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_clients with (security_invoker = true) as
  select company_id, id, name, name_key, archived_at
  from clients;
comment on view shared_clients is 'Published: names of end clients.';
grant select on shared_clients to portal_tenant, portal_staff;

create view shared_contacts with (security_invoker = true) as
  select company_id, id, client_id, full_name, name_key, email, email_key, archived_at
  from contacts;
comment on view shared_contacts is 'Published: names and addresses of contacts.';
grant select on shared_contacts to portal_tenant, portal_staff;

comment on view held_addresses is 'Published: addresses that get no mail for a month after the last bounce.';
