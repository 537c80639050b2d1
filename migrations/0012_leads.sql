-- The pipeline: what becomes of somebody who wrote to us, or whom we met otherwise.
alter table leads
  drop constraint leads_kind_check,
  add constraint leads_kind_check check (kind in ('contact', 'voice', 'notice', 'manual')),
  add source text not null generated always as (
    case kind when 'contact' then 'contact_form' when 'voice' then 'voice_agent' else kind end) stored,
  -- Somebody entered by hand may have called, and has been on no page and ticked nothing.
  alter email drop not null,
  alter page drop not null,
  alter consent_at drop not null,
  add check (email is not null or (kind = 'manual' and phone is not null)),
  add check (kind = 'manual' or (page is not null and consent_at is not null)),
  add check (length(name) between 1 and 100),
  add check (length(organization) between 1 and 200),
  add check (length(phone) between 1 and 50),
  -- How far it got, and what became of it: the one says nothing about the other.
  add stage text not null default 'new' check (stage in ('new', 'contacted', 'qualified', 'proposal', 'negotiation')),
  add status text not null default 'open' check (status in ('open', 'won', 'lost', 'spam')),
  add lost_reason text check (length(lost_reason) between 1 and 500),
  add owner_id uuid references profiles,
  add next_action text check (length(next_action) between 1 and 200),
  add next_action_at timestamptz check (next_action_at < timestamptz '9000-01-01 00:00:00+00'),
  add tags text[] not null default '{}' check (cardinality(tags) <= 10),
  add converted_company_id uuid references companies,
  add converted_at timestamptz,
  -- A second lead of the same person lives on in the first.
  add merged_into uuid,
  add version integer not null default 1,
  add updated_at timestamptz,
  -- What lists are ordered by: nothing in it is null, so that a page can begin after any row.
  add next_action_order timestamptz not null generated always as (
    coalesce(next_action_at, timestamptz '9999-01-01 00:00:00+00')) stored,
  add name_order text not null generated always as (lower(coalesce(name, organization, email, phone, ''))) stored,
  add tsv tsvector generated always as (words_of(
    coalesce(name, '') || ' ' || coalesce(organization, '') || ' ' || translate(coalesce(email, ''), '@.-_+', '     ')
    || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]+', ' ', 'g') || ' ' || coalesce(message, ''))) stored,
  add check (next_action_at is null or next_action is not null),
  add check ((status = 'lost') = (lost_reason is not null)),
  -- Won means that there is a company now.
  add check ((status = 'won') = (converted_company_id is not null and converted_at is not null)),
  add check (status <> 'won' or merged_into is null),
  add check (merged_into <> id),
  add foreign key (company_id, merged_into) references leads (company_id, id) on delete cascade;
update leads set updated_at = created_at;
alter table leads alter updated_at set default now(), alter updated_at set not null;

drop index leads_by_age;
create index leads_by_creation on leads (company_id, created_at desc, id desc) where merged_into is null;
create index leads_by_update on leads (company_id, updated_at desc, id desc) where merged_into is null;
create index leads_by_next_action on leads (company_id, next_action_order, id) where merged_into is null;
create index leads_by_name on leads (company_id, name_order, id) where merged_into is null;
create index leads_open_by_creation on leads (company_id, created_at desc, id desc) where status = 'open' and merged_into is null;
create index leads_open_by_update on leads (company_id, updated_at desc, id desc) where status = 'open' and merged_into is null;
create index leads_open_by_stage on leads (company_id, stage, next_action_order, id) where status = 'open' and merged_into is null;
create index leads_open_of_owner on leads (company_id, owner_id, next_action_order, id) where status = 'open' and merged_into is null;
create index leads_by_status on leads (company_id, status, updated_at desc, id desc) where merged_into is null;
create index leads_merged on leads (company_id, merged_into) where merged_into is not null;
create index leads_by_words on leads using gin (company_id, tsv);
create index leads_converted on leads (converted_company_id) where converted_company_id is not null;

grant insert, delete on leads to portal_staff;
grant update (name, email, organization, phone, stage, status, lost_reason, owner_id, next_action, next_action_at, tags,
  converted_company_id, converted_at, merged_into, version, updated_at) on leads to portal_staff;

-- What was done about a lead: notes, and changes with what it was before. Written once, never altered; it goes with
-- its lead when somebody asks to be forgotten.
create table lead_activities (
  company_id uuid not null references companies,
  id uuid not null,
  lead_id uuid not null,
  kind text not null check (kind in ('created', 'note', 'stage', 'status', 'owner', 'next_action', 'edited', 'converted', 'merged')),
  author_id uuid references profiles,
  -- The name as it was when this was written: people move on.
  author_name text not null,
  text text not null default '' check (length(text) <= 5000),
  -- What changed: {"field": "stage", "from": "new", "to": "contacted"}.
  data jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  check (kind <> 'note' or text <> '')
);
create index lead_activities_of_lead on lead_activities (company_id, lead_id, created_at desc, id desc);
call fence('lead_activities');
create trigger lead_activities_append_only before update on lead_activities for each row execute function refuse_mutation();
grant select, insert on lead_activities to portal_staff;

-- To whom the overdue next actions of a day were mailed: once, however often the job looks.
create table lead_reminders (
  company_id uuid not null references companies,
  owner_id uuid not null references profiles on delete cascade,
  day date not null,
  created_at timestamptz not null default now(),
  primary key (company_id, owner_id, day)
);
call fence('lead_reminders');

-- Word search past row-level security (`@@` is not leakproof, so under it the index would lie idle). Staff only:
-- nobody else is answered. What a merged lead says finds the one it lives on in.
create function find_leads(words text, of_company uuid) returns setof uuid
language plpgsql stable security definer set search_path = public as $$
declare
  query tsquery := to_tsquery('english', words) || to_tsquery('simple', words);
begin
  if session_user <> 'portal_staff' or nullif(current_setting('app.user_id', true), '') is null then return; end if;
  return query select distinct coalesce(l.merged_into, l.id) from leads l where l.company_id = of_company and l.tsv @@ query;
end $$;
revoke all on function find_leads(text, uuid) from public;
grant execute on function find_leads(text, uuid) to portal_staff;
