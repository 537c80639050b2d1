-- Uploaded files; photos and logos.

create table files (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  type text not null,
  size bigint not null check (size >= 0),
  sha256 text not null,
  state text not null default 'unclaimed' check (state in ('unclaimed', 'claimed')),
  staff_only boolean not null default false,
  uploaded_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  -- A file in a draft is kept until then.
  kept_until timestamptz,
  primary key (company_id, id)
);
comment on table files is 'Uploaded files: unclaimed until a message or another row takes them, and deleted after a day if none does.';
create unique index files_by_id on files (id);
create index files_unclaimed on files (created_at) where state = 'unclaimed';
create index files_waiting on files (uploaded_by) where state = 'unclaimed';
-- Checked before each upload: how much a company keeps, and how much a person uploaded in the last day.
create index files_of_company_by_size on files (company_id) include (size);
create index files_of_person on files (uploaded_by, created_at) include (size);
call enforce_row_level_security('files', hidden => 'staff_only');
grant select, insert, update on files to portal_tenant, portal_staff;

create table pictures (
  company_id uuid not null references companies,
  id uuid not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 524288),
  -- Identifies these bytes in HTTP caches.
  etag text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table pictures is 'Photos of people and logos of companies; the id is that of the person or company.';
create unique index pictures_by_id on pictures (id);
call enforce_row_level_security('pictures');
grant select, insert, update, delete on pictures to portal_tenant, portal_staff;

create view visible_pictures with (security_barrier) as
  select p.id, p.type, p.bytes, p.etag, p.updated_at
  from pictures p join companies c on c.id = p.company_id
  where c.is_internal
    or p.company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
    or ((select current_user) = 'portal_staff' and (select nullif(current_setting('app.user_id', true), '')) is not null);
comment on view visible_pictures is 'Pictures that a login may see: those of its own company and of the provider.';
grant select on visible_pictures to portal_tenant, portal_staff;
