-- Time entries and timers.

-- What was worked on is one column per kind, of which exactly one is set: a foreign key with the company keeps an entry from
-- pointing into another one.
create table time_entries (
  company_id uuid not null references companies,
  id uuid not null,
  ticket_id uuid,
  -- The public reply that it was recorded with.
  message_id uuid,
  -- Who worked; kept when they leave.
  user_id uuid not null references profiles,
  minutes integer not null check (minutes between 1 and 1440),
  -- The day in the time zone of the person; the start time is optional.
  worked_on date not null,
  started_at timestamptz,
  work_type text not null default 'remote' check (work_type in ('remote', 'development', 'consulting', 'after_hours')),
  billable boolean not null default true,
  reason text check (reason in ('own_mistake', 'repair', 'goodwill')),
  -- For the partner, and for staff only.
  note text not null default '' check (length(note) <= 1000),
  internal_note text check (length(internal_note) between 1 and 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references profiles,
  removed boolean generated always as (removed_at is not null) stored,
  -- Minutes drawn after rounding and multiplier, and the agreement.
  agreement_id uuid,
  -- Null: not charged, or covered by a price.
  charged integer check (charged between 0 and 20000),
  -- Percent.
  multiplier smallint not null default 100 check (multiplier between 0 and 1000),
  -- A task instead of a ticket.
  task_id uuid,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id),
  constraint time_entries_reason check (billable = (reason is null)),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, task_id) references project_tasks (company_id, id),
  constraint time_entries_subject check (num_nonnulls(ticket_id, task_id) = 1)
);
comment on table time_entries is 'Time entries: work on a ticket or on a task, in whole minutes.';
create unique index time_entries_by_id on time_entries (id);
create index time_entries_of_ticket on time_entries (ticket_id, worked_on desc, id desc);
create index time_entries_of_company on time_entries (company_id, worked_on desc, id desc);
create index time_entries_of_user on time_entries (user_id, worked_on desc, id desc);
create index time_entries_of_all on time_entries (worked_on desc, id desc);
create index time_entries_of_message on time_entries (company_id, message_id) where message_id is not null;
create index time_entries_of_agreement on time_entries (agreement_id, worked_on desc, id desc) where agreement_id is not null;
create index time_entries_of_task on time_entries (task_id, worked_on desc, id desc) where task_id is not null;
create index time_entries_of_tasks on time_entries (company_id, worked_on) where task_id is not null;
call enforce_row_level_security('time_entries', hidden => 'removed');
grant select (company_id, id, ticket_id, message_id, user_id, minutes, worked_on, started_at, work_type, billable, reason,
  note, version, created_at, updated_at, removed, agreement_id, charged, multiplier, task_id) on time_entries to
  portal_tenant;
grant select, insert, update (ticket_id, message_id, minutes, worked_on, started_at, work_type, billable, reason, note,
  internal_note, version, updated_at, removed_at, removed_by, agreement_id, charged, multiplier) on time_entries to
  portal_staff;

create table timers (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null unique references profiles on delete cascade,
  -- On a ticket or on a task.
  ticket_id uuid,
  started_at timestamptz not null default now(),
  -- When it was started; null while paused.
  running_since timestamptz default now(),
  -- Seconds before that.
  kept_seconds integer not null default 0 check (kept_seconds >= 0),
  task_id uuid,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  foreign key (company_id, task_id) references project_tasks (company_id, id),
  constraint timers_subject check (num_nonnulls(ticket_id, task_id) = 1)
);
comment on table timers is 'The timer of a member of staff, at most one each; partners have no grant.';
create index timers_of_ticket on timers (company_id, ticket_id);
create index timers_of_task on timers (company_id, task_id) where task_id is not null;
call enforce_row_level_security('timers');
grant select, insert, update (ticket_id, running_since, kept_seconds), delete on timers to portal_staff;

-- Foreign keys of earlier modules that point here.
alter table hour_ledger add foreign key (company_id, entry_id) references time_entries (company_id, id);
