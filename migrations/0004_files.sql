-- An uploaded file. Unclaimed until a message or another row takes it; unclaimed ones are swept after a day.
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
  primary key (company_id, id)
);
create unique index files_by_id on files (id);
create index files_unclaimed on files (created_at) where state = 'unclaimed';
create index files_waiting on files (uploaded_by) where state = 'unclaimed';
call fence('files', hidden => 'staff_only');
grant select, insert, update on files to portal_tenant, portal_staff;
