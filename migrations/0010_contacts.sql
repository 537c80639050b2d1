-- End clients of a company, the people there, and imports of such people from files.
create extension if not exists pg_trgm;

-- Text as people look for it: small letters, no accents. "Müller" is found by "muller", and sorts beside it.
create function fold_text(text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g'));

create table contact_imports (
  company_id uuid not null references companies,
  id uuid not null,
  file_name text not null check (length(file_name) between 1 and 255),
  encoding text not null check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  delimiter text not null check (length(delimiter) = 1),
  -- Records in the file, its head among them.
  record_count integer not null check (record_count >= 1),
  column_count integer not null check (column_count between 1 and 100),
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done', 'failed', 'undone')),
  -- How the person read the file: {header, mapping, existing, clients}; null until it was checked once.
  plan jsonb,
  -- The last row that is through, committed together with its effect: an import that was cut off goes on behind it.
  done_to integer not null default 0,
  total integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  clients_created integer not null default 0,
  -- What undoing it took away.
  removed integer not null default 0,
  created_by uuid not null references profiles,
  -- The role the person had: the import acts in their name after they have gone.
  created_role text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  progressed_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (company_id, id)
);
create unique index contact_imports_by_id on contact_imports (id);
create index contact_imports_started on contact_imports (company_id, started_at desc, id desc) where started_at is not null;
create index contact_imports_of_all_started on contact_imports (started_at desc, id desc) where started_at is not null;
create index contact_imports_waiting on contact_imports (created_at) where state = 'uploaded';
create index contact_imports_running on contact_imports (progressed_at) where state = 'running';
call fence('contact_imports');
grant select, insert,
  update (state, plan, done_to, total, created, updated, unchanged, skipped, refused, clients_created, removed, started_at, progressed_at, finished_at, undone_at)
  on contact_imports to portal_tenant, portal_staff;

-- The rows of an uploaded file as they were read. Kept until the import is through; refused ones a while longer.
create table contact_import_rows (
  company_id uuid not null,
  import_id uuid not null,
  -- The number that a spreadsheet shows beside it.
  row integer not null,
  cells jsonb not null,
  -- Why the row was refused: [{"column": 2, "message": "…"}].
  problems jsonb,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references contact_imports (company_id, id) on delete cascade
);
call fence('contact_import_rows');
grant select, insert on contact_import_rows to portal_tenant, portal_staff;
grant update (problems), delete on contact_import_rows to portal_staff;

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
  -- What the list is sorted by.
  name_key text not null generated always as (fold_text(name)) stored,
  search text not null generated always as (
    ' ' || fold_text(name) || ' ' || fold_text(coalesce(industry, '')) || ' ' || fold_text(coalesce(website, '')) || ' ' ||
    fold_text(coalesce(address, '')) || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g')) stored,
  primary key (company_id, id),
  foreign key (company_id, import_id) references contact_imports (company_id, id)
);
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
call fence('clients');
grant select, insert, delete on clients to portal_tenant, portal_staff;
grant update (name, website, phone, address, industry, notes, archived_at, version, updated_at) on clients to portal_tenant, portal_staff;

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
  -- What is searched, the client's name among it; kept by triggers.
  search text not null default '',
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, import_id) references contact_imports (company_id, id)
);
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
call fence('contacts');
grant select, insert, delete on contacts to portal_tenant, portal_staff;
grant update (client_id, full_name, email, phone, title, notes, archived_at, version, updated_at) on contacts to portal_tenant, portal_staff;

create function contact_search(full_name text, email text, phone text, title text, client text) returns text language sql immutable parallel safe
  return ' ' || fold_text(full_name) || ' ' || fold_text(coalesce(email, '')) || ' ' || fold_text(coalesce(client, '')) || ' ' ||
    fold_text(coalesce(title, '')) || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g');

create function keep_contact_search() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.search := contact_search(new.full_name, new.email, new.phone, new.title,
    (select c.name from clients c where c.company_id = new.company_id and c.id = new.client_id));
  return new;
end $$;
create trigger contacts_search before insert or update of full_name, email, phone, title, client_id on contacts
  for each row execute function keep_contact_search();

create function keep_search_of_contacts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update contacts set search = contact_search(full_name, email, phone, title, new.name)
    where company_id = new.company_id and client_id = new.id;
  return null;
end $$;
create trigger clients_search after update of name on clients
  for each row when (old.name is distinct from new.name) execute function keep_search_of_contacts();

-- Ids of contacts or clients that match every pattern, at most 2001: where there are more, reading the list in its order
-- and leaving out what does not match is faster than sorting them all. LIKE is not leakproof, so under row-level security it could not
-- use the index: this runs as the owner and draws the tenant's line itself, as find_tickets does.
create function find_contacts(book text, patterns text[], of_company uuid default null) returns setof uuid
language plpgsql stable security definer set search_path = public as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  conditions text;
begin
  if book not in ('contacts', 'clients') or coalesce(cardinality(patterns), 0) not between 1 and 12 then
    raise exception 'find_contacts: no such search' using errcode = 'invalid_parameter_value';
  end if;
  -- One LIKE each: an index serves that, `like all` it does not.
  select string_agg(format('search like $1[%s]', i), ' and ') into conditions from generate_subscripts(patterns, 1) i;
  if staff and of_company is null then
    return query execute format('select id from %I where %s limit 2001', book, conditions) using patterns;
  else
    if staff then own := of_company; end if;
    return query execute format('select id from %I where company_id = $2 and %s limit 2001', book, conditions) using patterns, own;
  end if;
end $$;
revoke all on function find_contacts(text, text[], uuid) from public;
grant execute on function find_contacts(text, text[], uuid) to portal_tenant, portal_staff;
