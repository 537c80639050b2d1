-- Extensions and schemas, and the tables that every module writes through the platform.

create extension btree_gin;
create extension pg_trgm;
create extension fuzzystrmatch;
-- What sign-in keeps, and what only the owner's connection reads. No login role of the app reaches it.
create schema auth;
-- The tables of the job library, which makes them itself.
create schema jobs;
-- What the reader of events keeps.
create schema feed;
-- What is derived from other tables and read by no login role: only functions that run as the owner read it.
create schema derived;
revoke all on schema public from public;
grant usage on schema public to portal_tenant, portal_staff;

create table auth.revocations (
  id bigint generated always as identity primary key,
  session_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  check (num_nonnulls(session_id, user_id) = 1)
);
comment on table auth.revocations is 'Access tokens revoked before they expire; kept for as long as a token can live.';
create index revocations_by_age on auth.revocations (created_at);

create table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
comment on table auth.rate_limits is 'Counters of rejected sign-ins, shared by all processes, in the columns of rate-limiter-flexible.';

create table audit_log (
  company_id uuid not null,
  id bigint generated always as identity,
  actor_id uuid,
  actor_role text,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  ip inet,
  request_id text,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table audit_log is 'Audit log: who changed what, when and in whose name; append-only.';
create index audit_log_of_subject on audit_log (company_id, subject_type, subject_id, id);
call enforce_row_level_security('audit_log');
grant insert on audit_log to portal_tenant;
grant select, insert on audit_log to portal_staff;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_mutation();

create table events (
  company_id uuid not null,
  id bigint generated always as identity,
  topic text not null,
  kind text not null,
  subject_id uuid not null,
  actor_id uuid,
  staff_only boolean not null default false,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- The transaction that wrote the event. Ids are assigned before the commit, so an event can become visible after one with a
  -- higher id. By transaction, and only below the oldest that still runs, no event can be missed.
  tx xid8 not null default pg_current_xact_id(),
  -- The only person who may see it; null: everybody who may see the subject.
  user_id uuid,
  primary key (company_id, id)
);
comment on table events is 'Domain events in order: live updates resume from here, and notifiers read them.';
create index events_by_id on events (id);
-- Events for one person only report what was already notified, so notifiers skip them.
create index events_by_transaction on events (tx, id) where user_id is null;
call enforce_row_level_security('events', hidden => 'staff_only');
alter policy tenant_rows on events using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid) and not staff_only
  and (user_id is null or user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)));
alter policy staff_rows on events using (
  (select nullif(current_setting('app.user_id', true), '')) is not null
  and (user_id is null or user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)));
grant select, insert on events to portal_tenant, portal_staff;
create trigger events_append_only before update on events for each row execute function refuse_mutation();
create trigger events_announce after insert on events for each row execute function announce_event();

create table idempotency_keys (
  company_id uuid not null,
  user_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  operation text not null,
  body_hash text not null,
  response json,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
comment on table idempotency_keys is 'The first response to each request that carried an Idempotency-Key, written in the transaction of its effect.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
call enforce_row_level_security('idempotency_keys');
grant select, insert, update on idempotency_keys to portal_tenant, portal_staff;

create table feed.cursor (
  one boolean primary key default true check (one),
  -- Everything up to here has been handled.
  tx xid8 not null,
  event_id bigint not null
);
comment on table feed.cursor is 'One row: the position up to which the reader of events has handled them.';

create table feed.failures (
  event_id bigint primary key,
  company_id uuid not null,
  attempts integer not null,
  error text not null,
  next_at timestamptz,
  failed_at timestamptz not null default now()
);
comment on table feed.failures is 'Events whose notifiers failed: retried at `next_at`, set aside when that is null.';
create index failures_due on feed.failures (next_at) where next_at is not null;

-- A row stays open while the same discrepancy is found again.
create table findings (
  company_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('hours_balance', 'hours_block', 'hours_entry', 'payment_unknown', 'payment_missing',
    'payment_amount', 'payment_currency', 'payment_disputed', 'refund_failed', 'report_day', 'run_days', 'job_set_aside',
    'remittance_missing')),
  subject_id uuid,
  -- The subject in words; the same subject and words find the same row again.
  title text not null check (length(title) between 1 and 300),
  expected jsonb not null default '{}',
  found jsonb not null default '{}',
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- Who closed it, with what was done about it.
  resolved_by uuid,
  resolution text check (length(resolution) between 1 and 2000),
  primary key (company_id, id)
);
comment on table findings is 'Discrepancies that nightly reconciliations and checks of payments and jobs reported; nothing corrects them automatically.';
create unique index findings_by_id on findings (id);
create unique index findings_open on findings (company_id, kind, title) where resolved_at is null;
create index findings_by_time on findings (first_seen_at desc, id desc);
call enforce_row_level_security('findings');
-- Discrepancies are about money and operation: partners have no grant.
grant select, insert, update (expected, found, last_seen_at, resolved_at, resolved_by, resolution) on findings to
  portal_staff;

-- A job that two crashed processes left here is set aside.
create table auth.job_starts (
  -- The id of the job; for a schedule one derived from its name, because each run is another job.
  id uuid primary key,
  name text not null,
  starts integer not null default 1 check (starts > 0),
  started_at timestamptz not null default now(),
  -- The data of the job, once it is set aside. Null for one that may run.
  data jsonb,
  is_schedule boolean not null default false
);
comment on table auth.job_starts is 'Jobs that a process has started and not finished: what a crashed process leaves here says which job may have crashed it.';

-- Notify of events from now on, and of those that other processes are writing at this moment.
insert into feed.cursor (tx, event_id) values (pg_snapshot_xmin(pg_current_snapshot()), 0);
