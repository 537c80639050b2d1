-- End clients of a company, the contacts there, imports from files, and who may be sent mail.

create table contact_imports (
  company_id uuid not null references companies,
  id uuid not null,
  file_name text not null check (length(file_name) between 1 and 255),
  encoding text not null check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  delimiter text not null check (length(delimiter) = 1),
  -- Records in the file, including its header.
  record_count integer not null check (record_count >= 1),
  column_count integer not null check (column_count between 1 and 100),
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done', 'failed', 'undone')),
  -- How to read the file: {header, mapping, existing, clients}; null until it was validated once.
  plan jsonb,
  -- The last row that was imported, committed together with its effect, so that an interrupted import resumes after it.
  done_to integer not null default 0,
  total integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  clients_created integer not null default 0,
  -- Contacts that undoing the import deleted.
  removed integer not null default 0,
  created_by uuid not null references profiles,
  -- The person's role: the import runs in their name even after they have left.
  created_role text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  progressed_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (company_id, id)
);
comment on table contact_imports is 'Imports of contacts from a file: how it was read, and how far the import has come.';
create unique index contact_imports_by_id on contact_imports (id);
create index contact_imports_started on contact_imports (company_id, started_at desc, id desc) where started_at is not null;
create index contact_imports_of_all_started on contact_imports (started_at desc, id desc) where started_at is not null;
create index contact_imports_waiting on contact_imports (created_at) where state = 'uploaded';
create index contact_imports_running on contact_imports (progressed_at) where state = 'running';
call enforce_row_level_security('contact_imports');
grant select, insert, update (state, plan, done_to, total, created, updated, unchanged, skipped, refused, clients_created,
  removed, started_at, progressed_at, finished_at, undone_at) on contact_imports to portal_tenant, portal_staff;

create table contact_import_rows (
  company_id uuid not null,
  import_id uuid not null,
  -- The row number that a spreadsheet shows.
  row integer not null,
  cells jsonb not null,
  -- Why the row was rejected: [{"column": 2, "message": "…"}].
  problems jsonb,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references contact_imports (company_id, id) on delete cascade
);
comment on table contact_import_rows is 'Rows of an uploaded file as they were read; rejected ones are kept a while longer.';
call enforce_row_level_security('contact_import_rows');
grant select, insert on contact_import_rows to portal_tenant;
grant select, insert, update (problems), delete on contact_import_rows to portal_staff;

create table clients (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  website text check (length(website) between 1 and 255),
  phone text check (length(phone) between 1 and 50),
  address text check (length(address) between 1 and 500),
  industry text check (length(industry) between 1 and 100),
  notes text not null default '' check (length(notes) <= 5000),
  import_id uuid,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sort key of the list.
  name_key text not null generated always as (fold_text(name)) stored,
  search text not null generated always as (' ' || fold_text(name) || ' ' || fold_text(coalesce(industry, '')) || ' ' ||
    fold_text(coalesce(website, '')) || ' ' || fold_text(coalesce(address, '')) || ' ' || coalesce(phone, '') || ' ' ||
    regexp_replace(coalesce(phone, ''), '\D', '', 'g')) stored,
  primary key (company_id, id),
  foreign key (company_id, import_id) references contact_imports (company_id, id)
);
comment on table clients is 'End clients of a company.';
create unique index clients_by_id on clients (id);
create unique index clients_one_name on clients (company_id, lower(name)) where archived_at is null;
create index clients_by_name on clients (company_id, name_key, id);
create index clients_by_update on clients (company_id, updated_at desc, id desc);
create index clients_by_creation on clients (company_id, created_at desc, id desc);
create index clients_of_all_by_name on clients (name_key, id);
create index clients_of_all_by_update on clients (updated_at desc, id desc);
create index clients_of_all_by_creation on clients (created_at desc, id desc);
create index clients_of_import on clients (company_id, import_id) where import_id is not null;
create index clients_by_search on clients using gin (company_id, search gin_trgm_ops);
create index clients_by_word on clients using gin (name_words(search)) where archived_at is null;
create index clients_by_beginning on clients (left(search, 60) text_pattern_ops) where archived_at is null;
call enforce_row_level_security('clients');
grant select, insert, update (name, website, phone, address, industry, notes, archived_at, version, updated_at), delete on
  clients to portal_tenant, portal_staff;
create trigger clients_search after update of name on clients
  for each row when (old.name is distinct from new.name) execute function keep_search_of_contacts();

create table contacts (
  company_id uuid not null references companies,
  id uuid not null,
  client_id uuid,
  full_name text not null check (length(full_name) between 1 and 100),
  email text check (length(email) between 3 and 255),
  phone text check (length(phone) between 1 and 50),
  title text check (length(title) between 1 and 100),
  notes text not null default '' check (length(notes) <= 5000),
  source text not null default 'manual' check (source in ('manual', 'import')),
  import_id uuid,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text not null generated always as (fold_text(full_name)) stored,
  -- `lower()` is not leakproof: under row-level security an index on the expression would not be used, a column is.
  email_key text generated always as (lower(email)) stored,
  -- Searchable text, including the client's name; kept by triggers.
  search text not null default '',
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, import_id) references contact_imports (company_id, id)
);
comment on table contacts is 'Contacts of a company and of its end clients.';
create unique index contacts_by_id on contacts (id);
create index contacts_by_name on contacts (company_id, name_key, id);
create index contacts_by_update on contacts (company_id, updated_at desc, id desc);
create index contacts_by_creation on contacts (company_id, created_at desc, id desc);
create index contacts_by_email on contacts (company_id, email_key);
create index contacts_of_client on contacts (company_id, client_id, name_key, id);
create index contacts_of_import on contacts (company_id, import_id, name_key, id) where import_id is not null;
create index contacts_of_all_by_name on contacts (name_key, id);
create index contacts_of_all_by_update on contacts (updated_at desc, id desc);
create index contacts_of_all_by_creation on contacts (created_at desc, id desc);
create index contacts_by_search on contacts using gin (company_id, search gin_trgm_ops);
create index contacts_by_word on contacts using gin (name_words(search)) where archived_at is null;
create index contacts_by_beginning on contacts (left(search, 60) text_pattern_ops) where archived_at is null;
call enforce_row_level_security('contacts');
grant select, insert, update (client_id, full_name, email, phone, title, notes, archived_at, version, updated_at), delete on
  contacts to portal_tenant, portal_staff;
create trigger contacts_search before insert or update of full_name, email, phone, title, client_id on contacts
  for each row execute function keep_contact_search();

create table mail_bounces (
  company_id uuid not null references companies,
  id uuid not null,
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  status text not null check (length(status) <= 20),
  detail text not null default '' check (length(detail) <= 1000),
  count integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table mail_bounces is 'Addresses that a mail server has rejected permanently.';
create unique index mail_bounces_one on mail_bounces (company_id, email);
create index mail_bounces_by_time on mail_bounces (last_at desc, id desc);
call enforce_row_level_security('mail_bounces');
-- Partners see only bounces of their own contacts, because mail to staff bounces too.
alter policy tenant_rows on mail_bounces using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
  and exists (select from contacts k where k.company_id = mail_bounces.company_id and k.email_key = mail_bounces.email));
grant select, delete on mail_bounces to portal_tenant, portal_staff;

create table mail_consents (
  company_id uuid not null references companies,
  id uuid not null default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  state text not null check (state in ('asked', 'confirmed', 'blocked')),
  -- How it was confirmed: by a mail of theirs, on the page that our request links to, or by staff.
  source text check (source in ('mail', 'page', 'staff')),
  -- When our request was last sent, and how often.
  asked_at timestamptz,
  times_asked integer not null default 0,
  decided_at timestamptz,
  primary key (company_id, id),
  unique (company_id, email),
  check ((state = 'asked') = (decided_at is null)),
  check ((state = 'confirmed') = (source is not null))
);
comment on table mail_consents is 'What a person without an account answered about mail from one company; kept when contacts change.';
create index mail_consents_of_address on mail_consents (email, asked_at);
create index mail_consents_asked on mail_consents (company_id, asked_at) where asked_at is not null;
call enforce_row_level_security('mail_consents');
grant select on mail_consents to portal_tenant;
grant select, insert, update (state, source, decided_at) on mail_consents to portal_staff;

create table auth.mail_blocks (
  email text primary key check (email = lower(email) and length(email) between 3 and 320),
  blocked_at timestamptz not null default now()
);
comment on table auth.mail_blocks is 'Addresses that get no mail from any company; no login role reads it.';

create view held_addresses with (security_invoker = true) as
  select company_id, email, first_at as since, last_at + interval '30 days' as until, status, detail
  from mail_bounces where last_at > now() - interval '30 days';
comment on view held_addresses is 'Addresses that get no mail for a month after the last bounce.';
grant select on held_addresses to portal_tenant, portal_staff;
