-- Projects: phases with tasks of both sides, what was said about them, what was built, and what it took.

create sequence project_number start 1001;
grant usage on sequence project_number to portal_staff;

create table projects (
  company_id uuid not null references companies,
  id uuid not null,
  -- Screens write P-1001.
  number bigint not null default nextval('project_number'),
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 20000),
  status text not null default 'planned'
    check (status in ('planned', 'active', 'waiting_on_partner', 'on_hold', 'done', 'cancelled')),
  -- What its work counts for; null: the company's default.
  agreement_id uuid,
  lead_id uuid not null references profiles,
  starts_on date,
  due_on date check (due_on >= starts_on),
  -- Minutes of work that were planned; null: none were.
  budget_minutes integer check (budget_minutes between 1 and 600000),
  -- Since when the status is what it is.
  status_at timestamptz not null default now(),
  completed_at timestamptz,
  version integer not null default 1,
  created_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  constraint projects_completed check ((status = 'done') = (completed_at is not null))
);
create unique index projects_by_id on projects (id);
create unique index projects_by_number on projects (number);
create index projects_of_company on projects (company_id, updated_at desc, id desc);
create index projects_by_update on projects (updated_at desc, id desc);
create index projects_by_status on projects (status, updated_at desc, id desc);
create index projects_of_lead on projects (lead_id, updated_at desc, id desc);
create index projects_of_agreement on projects (company_id, agreement_id) where agreement_id is not null;
call fence('projects');
grant select on projects to portal_tenant;
-- What a partner finishes moves it up in lists.
grant update (updated_at) on projects to portal_tenant;
grant select, insert, update (name, description, status, agreement_id, lead_id, starts_on, due_on, budget_minutes, status_at,
  completed_at, version, updated_at) on projects to portal_staff;

create table project_phases (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  position smallint not null check (position >= 0),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, project_id) references projects (company_id, id),
  unique (company_id, project_id, id),
  -- Looked at when the transaction ends: a new order passes through what two of them share.
  constraint project_phases_order unique (company_id, project_id, position) deferrable initially deferred
);
create unique index project_phases_by_id on project_phases (id);
call fence('project_phases');
grant select on project_phases to portal_tenant;
grant select, insert, delete, update (name, position) on project_phases to portal_staff;

create table project_tasks (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  phase_id uuid not null,
  -- One order for all tasks of a project, whatever they are grouped by.
  position integer not null check (position >= 0),
  title text not null check (length(title) between 1 and 200),
  body text not null default '' check (length(body) <= 20000),
  status text not null default 'todo' check (status in ('todo', 'doing', 'waiting_on_partner', 'done')),
  -- Whose it is; with nobody named: anybody's of that side.
  side text not null default 'provider' check (side in ('provider', 'partner')),
  assignee_id uuid references profiles,
  starts_on date,
  due_on date check (due_on >= starts_on),
  estimate_minutes integer check (estimate_minutes between 1 and 60000),
  -- Since when the status is what it is.
  status_at timestamptz not null default now(),
  completed_at timestamptz,
  completed_by uuid references profiles,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, project_id, phase_id) references project_phases (company_id, project_id, id),
  unique (company_id, project_id, id),
  constraint project_tasks_order unique (company_id, project_id, position) deferrable initially deferred,
  constraint project_tasks_done check ((status = 'done') = (completed_at is not null) and (completed_at is null) = (completed_by is null)),
  constraint project_tasks_waiting check (status <> 'waiting_on_partner' or side = 'partner')
);
create unique index project_tasks_by_id on project_tasks (id);
create index project_tasks_of_phase on project_tasks (company_id, phase_id);
create index project_tasks_waiting_for on project_tasks (company_id, status_at) where status = 'waiting_on_partner';
create index project_tasks_of_assignee on project_tasks (assignee_id) where assignee_id is not null and status <> 'done';
call fence('project_tasks');
grant select on project_tasks to portal_tenant;
-- A partner says that something is done, or takes that back; the trigger says of what.
grant update (status, status_at, completed_at, completed_by, version, updated_at) on project_tasks to portal_tenant;
grant select, insert, delete, update (phase_id, position, title, body, status, side, assignee_id, starts_on, due_on, estimate_minutes,
  status_at, completed_at, completed_by, version, updated_at) on project_tasks to portal_staff;
create function partners_complete_own_tasks() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'portal_tenant' then return new; end if;
  if old.side <> 'partner' or new.status not in ('done', 'waiting_on_partner')
    or old.status not in ('done', 'waiting_on_partner')
    or (new.completed_by is not null and new.completed_by::text <> current_setting('app.user_id', true)) then
    raise exception 'a partner completes what waits for it' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger project_tasks_by_partners before update on project_tasks for each row execute function partners_complete_own_tasks();

-- What was said about a task. Notes of the provider never leave it.
create table project_comments (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  task_id uuid not null,
  author_id uuid not null references profiles,
  body text not null check (length(body) between 1 and 10000),
  staff_only boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, project_id, task_id) references project_tasks (company_id, project_id, id) on delete cascade
);
create unique index project_comments_by_id on project_comments (id);
create index project_comments_of_task on project_comments (task_id, created_at, id);
call fence('project_comments', hidden => 'staff_only');
grant select, insert (company_id, id, project_id, task_id, author_id, body) on project_comments to portal_tenant;
grant select, insert on project_comments to portal_staff;

-- How it stands, in plain language, and on which day somebody said so. Never changes: it was mailed.
create table project_updates (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  author_id uuid not null references profiles,
  health text not null check (health in ('on_track', 'at_risk', 'delayed')),
  body text not null check (length(body) between 1 and 10000),
  -- Done and planned tasks on that day.
  tasks_done integer not null check (tasks_done >= 0),
  tasks_total integer not null check (tasks_total >= tasks_done),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, project_id) references projects (company_id, id),
  unique (company_id, project_id, id)
);
create unique index project_updates_by_id on project_updates (id);
create index project_updates_of_project on project_updates (project_id, created_at desc, id desc);
call fence('project_updates');
grant select on project_updates to portal_tenant;
grant select, insert on project_updates to portal_staff;

-- Files of a project: its own, or those of a task, of a comment, of an update.
create table project_files (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  task_id uuid,
  comment_id uuid,
  update_id uuid,
  file_id uuid not null,
  staff_only boolean not null default false,
  added_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, file_id),
  foreign key (company_id, project_id) references projects (company_id, id),
  foreign key (company_id, project_id, task_id) references project_tasks (company_id, project_id, id) on delete cascade,
  foreign key (company_id, comment_id) references project_comments (company_id, id) on delete cascade,
  foreign key (company_id, project_id, update_id) references project_updates (company_id, project_id, id),
  foreign key (company_id, file_id) references files (company_id, id),
  constraint project_files_of check (update_id is null or task_id is null),
  constraint project_files_comment check (comment_id is null or task_id is not null)
);
create index project_files_of_project on project_files (project_id, created_at desc, id desc);
call fence('project_files', hidden => 'staff_only');
grant select, insert on project_files to portal_tenant, portal_staff;

-- Tickets and installations that belong to a project.
create table project_tickets (
  company_id uuid not null,
  project_id uuid not null,
  ticket_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id, ticket_id),
  foreign key (company_id, project_id) references projects (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
create index project_tickets_of_ticket on project_tickets (company_id, ticket_id);
call fence('project_tickets');
grant select on project_tickets to portal_tenant;
grant select, insert, delete, update (ticket_id) on project_tickets to portal_staff;

create table project_installations (
  company_id uuid not null,
  project_id uuid not null,
  installation_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id, installation_id),
  foreign key (company_id, project_id) references projects (company_id, id),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
create index project_installations_of_installation on project_installations (company_id, installation_id);
call fence('project_installations');
grant select on project_installations to portal_tenant;
grant select, insert, delete on project_installations to portal_staff;

-- Who is told of updates and of the end.
create table project_watchers (
  company_id uuid not null,
  project_id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id, user_id),
  foreign key (company_id, project_id) references projects (company_id, id)
);
create index project_watchers_of_user on project_watchers (user_id);
call fence('project_watchers');
grant select, insert, delete on project_watchers to portal_tenant, portal_staff;
create function partners_watch_for_themselves() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_tenant' and coalesce(new.user_id, old.user_id)::text is distinct from current_setting('app.user_id', true) then
    raise exception 'a partner watches for nobody else' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;
create trigger project_watchers_own before insert or delete on project_watchers for each row execute function partners_watch_for_themselves();

-- What a project begins with: phases with tasks, days counted from its first one. They are the provider's.
create table project_templates (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 20000),
  budget_minutes integer check (budget_minutes between 1 and 600000),
  -- [{"name", "tasks": [{"title", "body", "side", "startDay", "dueDay", "estimateMinutes"}]}]
  phases jsonb not null default '[]' check (jsonb_typeof(phases) = 'array'),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index project_templates_by_id on project_templates (id);
create unique index project_templates_by_name on project_templates (company_id, lower(name)) where archived_at is null;
call fence('project_templates');
grant select, insert, update (name, description, budget_minutes, phases, version, archived_at, updated_at) on project_templates to portal_staff;

-- ---- time: an entry is about a ticket or about a task
alter table time_entries
  add task_id uuid,
  add foreign key (company_id, task_id) references project_tasks (company_id, id),
  drop constraint time_entries_subject,
  add constraint time_entries_subject check (num_nonnulls(ticket_id, task_id) = 1);
create index time_entries_of_task on time_entries (task_id, worked_on desc, id desc) where task_id is not null;
grant select (task_id) on time_entries to portal_tenant;

-- ---- agreements: a fixed price is billed with the signature, or when the work is done
alter table agreements
  add billing_point text not null default 'signature' check (billing_point in ('signature', 'completion')),
  -- When the price was billed because the work was done: once.
  add completion_billed_at timestamptz,
  add constraint agreements_billing_point check (billing_point = 'signature' or type = 'fixed_price');
grant update (billing_point, completion_billed_at) on agreements to portal_staff;

-- Lets the terms of a revision hold. Only what was signed can, and no login may write these columns of an agreement that
-- an owner signs: the owner brings the signature, this brings the terms.
create function hold_terms(of_company uuid, of_revision uuid, on_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  r agreement_revisions;
  t jsonb;
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or current_setting('app.role', true) is distinct from 'owner')
    or session_user = 'portal_staff' then
    raise exception 'terms hold by a signature' using errcode = 'insufficient_privilege';
  end if;
  select * into r from agreement_revisions where company_id = of_company and id = of_revision and status = 'signed';
  if not found then
    raise exception 'terms hold by a signature' using errcode = 'insufficient_privilege';
  end if;
  t := r.terms;
  update agreements a set
    name = t->>'name',
    starts_on = case when a.revision is null then coalesce((t->>'startsOn')::date, on_day) else a.starts_on end,
    ends_on = (t->>'endsOn')::date,
    renewal = t->>'renewal',
    renewal_months = (t->>'renewalMonths')::smallint,
    notice_days = (t->>'noticeDays')::smallint,
    currency = t->>'currency',
    hourly_rate_cents = (t->>'hourlyRateCents')::integer,
    overage = t->>'overage',
    overage_percent = (t->>'overagePercent')::smallint,
    rounding_increment = (t->>'roundingIncrement')::smallint,
    rounding_minimum = (t->>'roundingMinimum')::smallint,
    rounding_per = t->>'roundingPer',
    multipliers = t->'multipliers',
    covers_time = (t->>'coversTime')::boolean,
    sla_policy_id = (t->>'slaPolicyId')::uuid,
    payment_days = (t->>'paymentDays')::smallint,
    minutes = (t->>'minutes')::integer,
    price_cents = (t->>'priceCents')::integer,
    valid_months = (t->>'validMonths')::smallint,
    monthly_minutes = (t->>'monthlyMinutes')::integer,
    monthly_price_cents = (t->>'monthlyPriceCents')::integer,
    rollover = t->>'rollover',
    rollover_cap = (t->>'rolloverCap')::integer,
    -- What was signed before there was a choice is billed with the signature.
    billing_point = coalesce(t->>'billingPoint', 'signature'),
    revision = r.revision
  where a.company_id = of_company and a.id = r.agreement_id;
end $$;
revoke all on function hold_terms(uuid, uuid, date) from public;
grant execute on function hold_terms(uuid, uuid, date) to portal_tenant;

-- The template for a fixed price says when it is billed; a provider may have written its own words, which stay.
do $$ begin
  execute replace(pg_get_functiondef('seed_agreement_templates(uuid)'::regprocedure),
    'The price is invoiced with the signature of this agreement.', 'The price is invoiced {{ price.due }}.');
end $$;
update agreement_templates set body = replace(body, 'The price is invoiced with the signature of this agreement.', 'The price is invoiced {{ price.due }}.')
where body like '%The price is invoiced with the signature of this agreement.%';
