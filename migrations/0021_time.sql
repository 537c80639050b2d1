-- Work that was done, in whole minutes. What it was done on is one column per kind of thing, of which exactly one is
-- set: a foreign key with the company keeps an entry from pointing into another one.
create table time_entries (
  company_id uuid not null references companies,
  id uuid not null,
  ticket_id uuid,
  -- The public reply that it was booked with.
  message_id uuid,
  -- Who worked. Stays when they leave.
  user_id uuid not null references profiles,
  minutes integer not null check (minutes between 1 and 1440),
  -- The day as the person who worked counts days; the moment it began is optional.
  worked_on date not null,
  started_at timestamptz,
  work_type text not null default 'remote' check (work_type in ('remote', 'development', 'consulting', 'after_hours')),
  billable boolean not null default true,
  reason text check (reason in ('own_mistake', 'repair', 'goodwill')),
  -- What the partner reads, and what only staff read.
  note text not null default '' check (length(note) <= 1000),
  internal_note text check (length(internal_note) between 1 and 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references profiles,
  removed boolean generated always as (removed_at is not null) stored,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id),
  constraint time_entries_subject check (num_nonnulls(ticket_id) = 1),
  constraint time_entries_reason check (billable = (reason is null))
);
create unique index time_entries_by_id on time_entries (id);
create index time_entries_of_ticket on time_entries (ticket_id, worked_on desc, id desc);
create index time_entries_of_company on time_entries (company_id, worked_on desc, id desc);
create index time_entries_of_user on time_entries (user_id, worked_on desc, id desc);
create index time_entries_of_all on time_entries (worked_on desc, id desc);
create index time_entries_of_message on time_entries (company_id, message_id) where message_id is not null;
call fence('time_entries', hidden => 'removed');
grant select (company_id, id, ticket_id, message_id, user_id, minutes, worked_on, started_at, work_type, billable, reason,
  note, version, created_at, updated_at, removed) on time_entries to portal_tenant;
grant select, insert on time_entries to portal_staff;
grant update (ticket_id, message_id, minutes, worked_on, started_at, work_type, billable, reason, note, internal_note, version,
  updated_at, removed_at, removed_by) on time_entries to portal_staff;

-- The clock of somebody of the provider: one each, so that it is found again on any device and after any crash.
-- Partners have no part in it.
create table timers (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null unique references profiles on delete cascade,
  ticket_id uuid not null,
  started_at timestamptz not null default now(),
  -- Since when it runs; null while it is paused.
  running_since timestamptz default now(),
  -- What ran before that.
  kept_seconds integer not null default 0 check (kept_seconds >= 0),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
create index timers_of_ticket on timers (company_id, ticket_id);
call fence('timers');
grant select, insert, delete on timers to portal_staff;
grant update (running_since, kept_seconds, ticket_id) on timers to portal_staff;

-- Minutes that staff propose for a ticket before they work, and what the partner's owner said to them.
create table estimates (
  company_id uuid not null references companies,
  id uuid not null,
  ticket_id uuid not null,
  minutes integer not null check (minutes between 1 and 60000),
  note text not null check (length(note) between 1 and 2000),
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'declined', 'withdrawn', 'superseded', 'expired')),
  proposed_by uuid not null references profiles,
  expires_at timestamptz,
  decided_by uuid references profiles,
  decided_at timestamptz,
  decided_ip inet,
  comment text check (length(comment) between 1 and 2000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  constraint estimates_decided check ((status in ('approved', 'declined')) = (decided_at is not null and decided_by is not null))
);
create index estimates_of_ticket on estimates (company_id, ticket_id, created_at);
-- One question at a time; also what waits for an owner.
create unique index estimates_open on estimates (company_id, ticket_id) where status = 'proposed';
call fence('estimates');
grant select (company_id, id, ticket_id, minutes, note, status, proposed_by, expires_at, decided_by, decided_at, comment, created_at)
  on estimates to portal_tenant;
grant update (status, decided_by, decided_at, decided_ip, comment) on estimates to portal_tenant;
grant select, insert on estimates to portal_staff;
grant update (status, ticket_id) on estimates to portal_staff;
