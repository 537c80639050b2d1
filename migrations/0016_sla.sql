-- Service levels: what the provider promises, and the two clocks of each ticket. Semantics: docs/decisions/010.

-- When the provider works. Belongs to the provider; partners have no grant.
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
create unique index sla_calendars_by_id on sla_calendars (id);
create unique index sla_calendars_by_name on sla_calendars (company_id, lower(name)) where archived_at is null;
call fence('sla_calendars');
grant select, insert, update (name, time_zone, hours, holidays, version, archived_at, updated_at) on sla_calendars to portal_staff;

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
create unique index sla_policies_by_id on sla_policies (id);
create unique index sla_policies_by_name on sla_policies (company_id, lower(name)) where archived_at is null;
create unique index sla_policies_one_default on sla_policies (company_id) where is_default;
call fence('sla_policies');
grant select, insert, update (name, calendar_id, targets, is_default, version, archived_at, updated_at) on sla_policies to portal_staff;

-- A company with another policy than the default. The policy is the provider's: its id alone names it.
alter table companies add sla_policy_id uuid references sla_policies (id);
create index companies_by_sla_policy on companies (sla_policy_id) where sla_policy_id is not null;
grant update (sla_policy_id) on companies to portal_staff;

-- Counts every change of what is promised, in the transaction of the change: a ticket whose clocks were reckoned with
-- another count is reckoned again, whatever was missed or interrupted.
create table sla_revisions (
  company_id uuid not null references companies,
  revision bigint not null default 1,
  primary key (company_id)
);
call fence('sla_revisions');
grant select on sla_revisions to portal_staff;
create function count_sla_revision() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sla_revisions set revision = revision + 1;
  return null;
end $$;
create trigger sla_calendars_revise after insert or update on sla_calendars for each statement execute function count_sla_revision();
create trigger sla_policies_revise after insert or update on sla_policies for each statement execute function count_sla_revision();
create trigger companies_revise_sla after update on companies for each row
  when (old.sla_policy_id is distinct from new.sla_policy_id) execute function count_sla_revision();

-- A provider begins with the promise that the product comes with. A business day of this calendar has 480 minutes.
create function seed_sla(provider uuid) returns void language plpgsql security definer set search_path = public as $$
declare
  calendar uuid := gen_random_uuid();
  open jsonb := '[{"from": "09:00", "to": "17:00"}]';
begin
  insert into sla_revisions (company_id) values (provider) on conflict do nothing;
  insert into sla_calendars (company_id, id, name, time_zone, hours) values (provider, calendar, 'Business hours',
    coalesce((select time_zone from companies where id = provider), 'America/New_York'),
    jsonb_build_object('mon', open, 'tue', open, 'wed', open, 'thu', open, 'fri', open, 'sat', '[]'::jsonb, 'sun', '[]'::jsonb));
  insert into sla_policies (company_id, id, name, calendar_id, is_default, targets) values (provider, gen_random_uuid(), 'Standard', calendar, true, '{
    "P1": {"response": {"minutes": 15, "clock": "business"}, "resolution": {"minutes": 120, "clock": "business"}},
    "P2": {"response": {"minutes": 60, "clock": "business"}, "resolution": {"minutes": 240, "clock": "business"}},
    "P3": {"response": {"minutes": 120, "clock": "business"}, "resolution": {"minutes": 480, "clock": "business"}},
    "P4": {"response": {"minutes": 240, "clock": "business"}, "resolution": {"minutes": 1440, "clock": "business"}}}');
end $$;
revoke all on function seed_sla(uuid) from public;
create function seed_provider_sla() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform seed_sla(new.id);
  return null;
end $$;
create trigger companies_seed_sla after insert on companies for each row when (new.is_internal) execute function seed_provider_sla();
select seed_sla(id) from companies where is_internal;

alter table tickets
  -- What the clocks were last reckoned with.
  add sla_policy_id uuid references sla_policies (id),
  add sla_revision bigint not null default 0,
  -- Null while a clock stands still that was not late before, and without a policy.
  add response_due_at timestamptz,
  add resolution_due_at timestamptz,
  -- What is left of each target while the clocks stand still, in milliseconds of the target's own time.
  add response_left_ms bigint,
  add resolution_left_ms bigint,
  -- Since when both clocks stand still: waiting, resolved or closed.
  add sla_paused_at timestamptz,
  -- Every time before that they stood still, as pairs of milliseconds since 1970, in order; and their sum.
  add sla_pauses jsonb not null default '[]' check (jsonb_typeof(sla_pauses) = 'array'),
  add sla_paused_ms bigint not null default 0 check (sla_paused_ms >= 0),
  -- What reopening added to the target, so that nobody is late at that very moment.
  add resolution_extra_ms bigint not null default 0 check (resolution_extra_ms >= 0),
  -- The highest warning given in this episode.
  add response_warned smallint not null default 0 check (response_warned in (0, 75, 100)),
  add resolution_warned smallint not null default 0 check (resolution_warned in (0, 75, 100)),
  -- What is due next of the clocks that are not met, and when three quarters of that target are used up.
  add sla_due_at timestamptz,
  add sla_soon_at timestamptz,
  -- When the schedule has to look again; at once for a ticket whose clocks were never reckoned.
  add next_sla_check_at timestamptz default now();

-- Tickets from before: how long they waited is in their conversation.
with spans as (
  select m.company_id, m.ticket_id, m.data->>'to' as status, m.created_at as since,
    lead(m.created_at) over (partition by m.company_id, m.ticket_id order by m.created_at, m.id) as until
  from messages m where m.kind = 'event' and m.data->>'type' = 'status'),
stops as (
  select company_id, ticket_id,
    coalesce(jsonb_agg(jsonb_build_array(round(extract(epoch from since) * 1000), round(extract(epoch from until) * 1000)) order by since)
      filter (where until is not null), '[]') as pauses,
    coalesce(sum(extract(epoch from until - since) * 1000) filter (where until is not null), 0) as ms,
    max(since) filter (where until is null) as paused_at
  from spans where status in ('waiting_on_partner', 'waiting_on_third_party', 'resolved', 'closed') group by company_id, ticket_id)
update tickets t set sla_pauses = s.pauses, sla_paused_ms = s.ms, sla_paused_at = s.paused_at
  from stops s where s.company_id = t.company_id and s.ticket_id = t.id;
update tickets set sla_paused_at = coalesce(closed_at, resolved_at, updated_at)
  where sla_paused_at is null and status in ('waiting_on_partner', 'waiting_on_third_party', 'resolved', 'closed');

-- Far away is where tickets stand that have nothing due: a list in this order needs a value for each.
create index tickets_by_due on tickets (company_id, (coalesce(sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)), id);
create index tickets_of_all_by_due on tickets ((coalesce(sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)), id);
create index tickets_due on tickets (sla_due_at) where sla_due_at is not null;
create index tickets_soon on tickets (sla_soon_at) where sla_soon_at is not null;
create index tickets_to_check on tickets (next_sla_check_at) where next_sla_check_at is not null and status not in ('resolved', 'closed');
create index tickets_by_sla_revision on tickets (sla_revision, id) where status not in ('resolved', 'closed');

grant update (sla_policy_id, sla_revision, response_due_at, resolution_due_at, response_left_ms, resolution_left_ms, sla_paused_at,
  sla_pauses, sla_paused_ms, resolution_extra_ms, response_warned, resolution_warned, sla_due_at, sla_soon_at, next_sla_check_at)
  on tickets to portal_tenant, portal_staff;
