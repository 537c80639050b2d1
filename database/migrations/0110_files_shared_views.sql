-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_files with (security_invoker = true) as
  select company_id, id, name, type, size, sha256, state, uploaded_by, created_at
  from files;
comment on view shared_files is 'Published: uploaded files.';
grant select on shared_files to portal_tenant, portal_staff;

comment on view visible_pictures is 'Published: pictures that a login may see: those of its own company and of the provider.';
