-- Companies with their API keys, pictures, notes and exports.

create table companies (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  slug text not null unique check (length(slug) between 1 and 100),
  is_internal boolean not null default false,
  phone text,
  website text,
  address text,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- IANA name; null: the provider's.
  time_zone text check (length(time_zone) between 1 and 60),
  -- Names of the tools it works with.
  tools text[] not null default '{}' check (cardinality(tools) <= 40),
  -- {"mon": [{"from": "09:00", "to": "17:00"}], …}, in its own time zone; null: the provider's hours.
  business_hours jsonb check (jsonb_typeof(business_hours) = 'object'),
  version integer not null default 1,
  -- True for a company that nobody has named yet; the name is checked nowhere else.
  placeholder boolean not null generated always as (name = 'New Company' or starts_with(name, 'company-')) stored,
  -- Another policy than the default. The policy is the provider's, so its id alone references it.
  sla_policy_id uuid,
  search text not null generated always as (' ' || fold_text(name) || ' ' || slug || ' ' || fold_text(coalesce(website, ''))
    || ' ') stored,
  -- Cost of an hour of the company's own people, for money saved; null: the default assumption.
  loaded_rate_cents integer check (loaded_rate_cents between 100 and 100000),
  -- False: nothing of the company is sent to a language model. An owner decides.
  model_allowed boolean not null default true,
  -- When staff approved mail to people without an account; null: not approved.
  mail_approved_at timestamptz,
  mail_approved_by uuid,
  constraint companies_phone_length check (length(phone) <= 50),
  constraint companies_website_length check (length(website) <= 300),
  constraint companies_address_length check (length(address) <= 500),
  constraint companies_description_length check (length(description) <= 2000),
  check (mail_approved_at is not null or mail_approved_by is null)
);
comment on table companies is 'Partner companies, and the provider itself.';
create index companies_by_name on companies (lower(name), id);
create index companies_by_creation on companies (created_at, id);
create index companies_by_sla_policy on companies (sla_policy_id) where sla_policy_id is not null;
create index companies_by_search on companies using gin (search gin_trgm_ops);
create index companies_by_word on companies using gin (name_words(search));
create index companies_by_beginning on companies (left(search, 60) text_pattern_ops);
call enforce_row_level_security('companies', keyed_by => 'id');
-- The profile only: no request decides who is internal or what the slug is.
grant select, update (name, phone, website, address, description, updated_at, time_zone, tools, business_hours, version,
  loaded_rate_cents, model_allowed) on companies to portal_tenant;
grant select, insert (id, name, slug, phone, website, address, description, time_zone, tools, business_hours), update (name,
  phone, website, address, description, updated_at, time_zone, tools, business_hours, version, sla_policy_id,
  loaded_rate_cents, model_allowed, mail_approved_at, mail_approved_by) on companies to portal_staff;

create table api_keys (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- The beginning of the key, by which people recognize it.
  prefix text not null,
  hash text not null unique,
  scopes text[] not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id)
);
comment on table api_keys is 'API keys of a company; only the hash of a key is kept.';
create index api_keys_of_company on api_keys (company_id, id desc);
create unique index api_keys_by_id on api_keys (id);
call enforce_row_level_security('api_keys');
-- Administrators create keys for companies that have nobody to do it, and only keys that send runs: see the trigger.
grant select (company_id, id, name, prefix, scopes, created_by, created_at, expires_at, last_used_at, revoked_at), insert,
  update (revoked_at) on api_keys to portal_tenant, portal_staff;

create table company_notes (
  company_id uuid not null references companies,
  id uuid not null,
  author_id uuid not null,
  body text not null check (length(body) between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Null until a user changes it.
  edited_at timestamptz,
  primary key (company_id, id)
);
comment on table company_notes is 'Internal notes of staff about a company; partners have no grant.';
create unique index company_notes_by_id on company_notes (id);
call enforce_row_level_security('company_notes');
grant select, insert, update (body, version, edited_at), delete on company_notes to portal_staff;

create table exports (
  company_id uuid not null references companies,
  id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
  -- Percent.
  progress integer not null default 0 check (progress between 0 and 100),
  with_files boolean not null,
  size bigint check (size >= 0),
  requested_by uuid not null,
  created_at timestamptz not null default now(),
  -- When the job last reported progress.
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (company_id, id)
);
comment on table exports is 'Archives of everything a company has; the bytes are in the file store under the same id.';
create unique index exports_by_id on exports (id);
create unique index exports_one_at_a_time on exports (company_id) where state in ('queued', 'running');
create index exports_by_age on exports (created_at);
call enforce_row_level_security('exports');
-- The job that builds it works as staff do.
grant select, insert (company_id, id, with_files, requested_by) on exports to portal_tenant;
grant select, update (state, progress, size, updated_at, finished_at, expires_at) on exports to portal_staff;

-- Foreign keys of earlier modules that point here.
alter table audit_log add foreign key (company_id) references companies;
alter table events add foreign key (company_id) references companies;
alter table idempotency_keys add foreign key (company_id) references companies;
alter table findings add foreign key (company_id) references companies;
alter table auth.two_factor_rules add foreign key (company_id) references companies on delete cascade;
