-- Leads: inquiries from public forms, and those that staff enter.

create table leads (
  company_id uuid not null references companies,
  id uuid not null,
  kind text not null check (kind in ('contact', 'voice', 'notice', 'manual')),
  -- Null when staff entered a lead who called.
  email text check (length(email) <= 255),
  name text,
  organization text,
  phone text,
  call_volume text,
  about text,
  message text check (length(message) <= 5000),
  -- The page of the form.
  page text,
  ip inet,
  user_agent text,
  -- Identifies the form as it was shown, so that a form sent twice is kept once.
  form text not null,
  consent_at timestamptz default now(),
  created_at timestamptz not null default now(),
  source text not null generated always as (case kind when 'contact' then 'contact_form' when 'voice' then 'voice_agent'
    else kind end) stored,
  -- Stage and outcome are independent.
  stage text not null default 'new' check (stage in ('new', 'contacted', 'qualified', 'proposal', 'negotiation')),
  status text not null default 'open' check (status in ('open', 'won', 'lost', 'spam')),
  lost_reason text check (length(lost_reason) between 1 and 500),
  owner_id uuid references profiles,
  next_action text check (length(next_action) between 1 and 200),
  next_action_at timestamptz check (next_action_at < timestamptz '9000-01-01 00:00:00+00'),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  converted_company_id uuid references companies,
  converted_at timestamptz,
  -- The lead that this one was merged into.
  merged_into uuid,
  version integer not null default 1,
  updated_at timestamptz default now() not null,
  -- Never null, so that a page of a list can begin after any row.
  next_action_order timestamptz not null generated always as (coalesce(next_action_at, timestamptz
    '9999-01-01 00:00:00+00')) stored,
  name_order text not null generated always as (lower(coalesce(name, organization, email, phone, ''))) stored,
  tsv tsvector generated always as (words_of(coalesce(name, '') || ' ' || coalesce(organization, '') || ' ' ||
    translate(coalesce(email, ''), '@.-_+', '     ') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]+', ' ', 'g') ||
    ' ' || coalesce(message, ''))) stored,
  search text not null generated always as (' ' || fold_text(coalesce(name, '')) || ' ' || fold_text(coalesce(organization,
    '')) || ' ' || fold_text(coalesce(email, '')) || ' ' || coalesce(phone, '') || ' ') stored,
  primary key (company_id, id),
  unique (company_id, form),
  check (email is not null or (kind = 'manual' and phone is not null)),
  check (kind = 'manual' or (page is not null and consent_at is not null)),
  check (length(name) between 1 and 100),
  check (length(organization) between 1 and 200),
  check (length(phone) between 1 and 50),
  check (next_action_at is null or next_action is not null),
  check ((status = 'lost') = (lost_reason is not null)),
  -- A won lead has become a company.
  check ((status = 'won') = (converted_company_id is not null and converted_at is not null)),
  check (status <> 'won' or merged_into is null),
  check (merged_into <> id),
  foreign key (company_id, merged_into) references leads (company_id, id) on delete cascade
);
comment on table leads is 'Leads; they belong to the provider''s own company.';
create index leads_of_address on leads (company_id, email, created_at);
create index leads_by_creation on leads (company_id, created_at desc, id desc) where merged_into is null;
create index leads_by_update on leads (company_id, updated_at desc, id desc) where merged_into is null;
create index leads_by_next_action on leads (company_id, next_action_order, id) where merged_into is null;
create index leads_by_name on leads (company_id, name_order, id) where merged_into is null;
create index leads_open_by_creation on leads (company_id, created_at desc, id desc)
  where status = 'open' and merged_into is null;
create index leads_open_by_update on leads (company_id, updated_at desc, id desc)
  where status = 'open' and merged_into is null;
create index leads_open_by_stage on leads (company_id, stage, next_action_order, id)
  where status = 'open' and merged_into is null;
create index leads_open_of_owner on leads (company_id, owner_id, next_action_order, id)
  where status = 'open' and merged_into is null;
create index leads_by_status on leads (company_id, status, updated_at desc, id desc) where merged_into is null;
create index leads_merged on leads (company_id, merged_into) where merged_into is not null;
create index leads_by_words on leads using gin (company_id, tsv);
create index leads_converted on leads (converted_company_id) where converted_company_id is not null;
create index leads_by_search on leads using gin (search gin_trgm_ops) where merged_into is null;
create index leads_by_word on leads using gin (name_words(search)) where merged_into is null;
create index leads_by_beginning on leads (left(search, 60) text_pattern_ops) where merged_into is null;
call enforce_row_level_security('leads');
grant select, insert, update (email, name, organization, phone, stage, status, lost_reason, owner_id, next_action,
  next_action_at, tags, converted_company_id, converted_at, merged_into, version, updated_at), delete on leads to
  portal_staff;

create table lead_activities (
  company_id uuid not null references companies,
  id uuid not null,
  lead_id uuid not null,
  kind text not null check (kind in ('created', 'note', 'stage', 'status', 'owner', 'next_action', 'edited', 'converted',
    'merged')),
  author_id uuid references profiles,
  -- The name at the time of writing, because people change companies.
  author_name text not null,
  text text not null default '' check (length(text) <= 5000),
  -- What changed: {"field": "stage", "from": "new", "to": "contacted"}.
  data jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  check (kind <> 'note' or text <> '')
);
comment on table lead_activities is 'Notes on a lead and its changes; append-only, and deleted with the lead.';
create index lead_activities_of_lead on lead_activities (company_id, lead_id, created_at desc, id desc);
call enforce_row_level_security('lead_activities');
grant select, insert on lead_activities to portal_staff;
create trigger lead_activities_append_only before update on lead_activities for each row execute function refuse_mutation();

create table lead_reminders (
  company_id uuid not null references companies,
  owner_id uuid not null references profiles on delete cascade,
  day date not null,
  created_at timestamptz not null default now(),
  primary key (company_id, owner_id, day)
);
comment on table lead_reminders is 'Who was sent the overdue next actions of a day, so that it happens once.';
call enforce_row_level_security('lead_reminders');
