-- Service levels: business hours, policies and what counts their changes.

create table sla_calendars (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- IANA name; all times of the calendar are wall-clock times there.
  time_zone text not null check (length(time_zone) between 1 and 60),
  -- {"mon": [{"from": "09:00", "to": "17:00"}], …}; a range whose end is not after its beginning runs into the next day.
  hours jsonb not null check (jsonb_typeof(hours) = 'object'),
  -- [{"date": "2026-12-24", "name": "Christmas Eve", "hours": [{"from": "09:00", "to": "13:00"}]}]; no hours: closed.
  holidays jsonb not null default '[]' check (jsonb_typeof(holidays) = 'array'),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table sla_calendars is 'Business hours and holidays of the provider; partners have no grant.';
create unique index sla_calendars_by_id on sla_calendars (id);
create unique index sla_calendars_by_name on sla_calendars (company_id, lower(name)) where archived_at is null;
call enforce_row_level_security('sla_calendars');
grant select, insert, update (name, time_zone, hours, holidays, version, archived_at, updated_at) on sla_calendars to
  portal_staff;
create trigger sla_calendars_revise after insert or update on sla_calendars for each statement execute function count_sla_revision();

create table sla_policies (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  calendar_id uuid not null,
  -- {"P1": {"response": {"minutes": 15, "clock": "business"}, "resolution": {…}}, …}; clock: business or always.
  targets jsonb not null check (jsonb_typeof(targets) = 'object'),
  is_default boolean not null default false,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references sla_calendars (company_id, id),
  check (not (is_default and archived_at is not null))
);
comment on table sla_policies is 'Service level policies: response and resolution targets per priority.';
create unique index sla_policies_by_id on sla_policies (id);
create unique index sla_policies_by_name on sla_policies (company_id, lower(name)) where archived_at is null;
create unique index sla_policies_one_default on sla_policies (company_id) where is_default;
call enforce_row_level_security('sla_policies');
grant select, insert, update (name, calendar_id, targets, is_default, version, archived_at, updated_at) on sla_policies to
  portal_staff;
create trigger sla_policies_revise after insert or update on sla_policies for each statement execute function count_sla_revision();

create table sla_revisions (
  company_id uuid not null references companies,
  revision bigint not null default 1,
  primary key (company_id)
);
comment on table sla_revisions is 'Counts every change of service levels, in its transaction: tickets calculated at another count are calculated again.';
call enforce_row_level_security('sla_revisions');
grant select on sla_revisions to portal_staff;

-- Foreign keys of earlier modules that point here.
alter table companies add foreign key (sla_policy_id) references sla_policies (id);

-- Triggers of this module on tables of others.
create trigger companies_revise_sla after update on companies for each row
  when (old.sla_policy_id is distinct from new.sla_policy_id) execute function count_sla_revision();
create trigger companies_seed_sla after insert on companies for each row when (new.is_internal) execute function seed_provider_sla();
