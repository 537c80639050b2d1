-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_api_keys with (security_invoker = true) as
  select company_id, id, name, scopes, created_by, created_at, expires_at, revoked_at
  from api_keys;
comment on view shared_api_keys is 'Published: API keys without their secrets.';
grant select on shared_api_keys to portal_tenant, portal_staff;
