-- What a company tells about itself, what staff note about it, and the export of everything it has.

alter table companies
  -- IANA name; null: the provider's.
  add time_zone text check (length(time_zone) between 1 and 60),
  -- Names of the tools it works with.
  add tools text[] not null default '{}' check (cardinality(tools) <= 40),
  -- {"mon": [{"from": "09:00", "to": "17:00"}], …}, in its own time zone; null: the provider's hours.
  add business_hours jsonb check (jsonb_typeof(business_hours) = 'object'),
  add version integer not null default 1,
  add constraint companies_phone_length check (length(phone) <= 50),
  add constraint companies_website_length check (length(website) <= 300),
  add constraint companies_address_length check (length(address) <= 500),
  add constraint companies_description_length check (length(description) <= 2000);
create index companies_by_name on companies (lower(name), id);
create index companies_by_creation on companies (created_at, id);
-- The profile and nothing else: who is internal and what a company is called in addresses is never said by a request.
grant update (name, phone, website, address, description, time_zone, tools, business_hours, version, updated_at)
  on companies to portal_tenant, portal_staff;
grant insert (id, name, slug, phone, website, address, description, time_zone, tools, business_hours)
  on companies to portal_staff;

-- What is urgent at a company and how long it has been: read for every row of the staff's list.
create index tickets_urgent on tickets (company_id, created_at)
  where status not in ('resolved', 'closed') and priority in ('P1', 'P2');
create index profiles_last_seen on profiles (company_id, last_seen_at desc nulls last);

-- What staff write about a company for each other. Partners have no grant at all.
create table company_notes (
  company_id uuid not null references companies,
  id uuid not null,
  author_id uuid not null references profiles,
  body text not null check (length(body) between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Null until somebody changes it.
  edited_at timestamptz,
  primary key (company_id, id)
);
create unique index company_notes_by_id on company_notes (id);
call fence('company_notes');
grant select, insert, delete, update (body, version, edited_at) on company_notes to portal_staff;

-- An archive of everything a company has; its bytes are in the file store under the same id.
create table exports (
  company_id uuid not null references companies,
  id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
  -- Percent.
  progress integer not null default 0 check (progress between 0 and 100),
  with_files boolean not null,
  size bigint check (size >= 0),
  requested_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  -- When the job last gave a sign of life.
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (company_id, id)
);
create unique index exports_by_id on exports (id);
create unique index exports_one_at_a_time on exports (company_id) where state in ('queued', 'running');
create index exports_by_age on exports (created_at);
call fence('exports');
grant select, insert (company_id, id, with_files, requested_by) on exports to portal_tenant;
-- The job that builds it works as staff do.
grant select, update (state, progress, size, updated_at, finished_at, expires_at) on exports to portal_staff;

create index api_keys_of_company on api_keys (company_id, id desc);
create unique index api_keys_by_id on api_keys (id);

create unique index pictures_by_id on pictures (id);
-- Whose face and logo somebody may see: the own company's, and those of the provider, whom everybody deals with.
create view visible_pictures with (security_barrier) as
  select p.id, p.type, p.bytes, p.etag, p.updated_at
  from pictures p join companies c on c.id = p.company_id
  where c.is_internal
    or p.company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
    or ((select current_user) = 'portal_staff' and (select nullif(current_setting('app.user_id', true), '')) is not null);
grant select on visible_pictures to portal_tenant, portal_staff;

-- A photo goes where its person goes.
create function move_picture() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update pictures set company_id = new.company_id where company_id = old.company_id and id = new.id;
  return null;
end $$;
create trigger profiles_move_picture after update of company_id on profiles
  for each row when (old.company_id is distinct from new.company_id) execute function move_picture();
