-- Automations: products at companies, what they run on, and what they did.

-- Which product a line of an order buys; the installation follows from it.
alter table order_lines add product_id uuid references products (id);
create index order_lines_of_product on order_lines (product_id) where product_id is not null;

create table installations (
  company_id uuid not null references companies,
  id uuid not null,
  -- Null: made for this company alone.
  product_id uuid references products (id),
  name text not null check (length(name) between 1 and 100),
  status text not null default 'requested' check (status in ('requested', 'provisioning', 'live', 'paused', 'failing', 'retired')),
  -- What it was bought with; null: staff made it. Not paid by card yet: there is no installation.
  order_id uuid,
  -- What is billed by the month for it.
  agreement_id uuid,
  -- The ticket on which engineers set it up.
  ticket_id uuid,
  -- What was paid, as it was on the day.
  price_model text not null default 'quote' check (price_model in ('one_time', 'monthly', 'quote')),
  price_cents integer check (price_cents between 0 and 100000000),
  -- The questions as they were asked, and the answers: {"boards": "Help desk, Projects"}.
  intake jsonb not null default '[]' check (jsonb_typeof(intake) = 'array'),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  answered_at timestamptz,
  answered_by uuid references profiles,
  -- Minutes that a successful run saves when it does not say itself.
  minutes_per_run integer not null check (minutes_per_run between 0 and 480),
  -- Whose days runs are counted by; never changes.
  time_zone text not null check (length(time_zone) between 1 and 60),
  -- At the latest after so many minutes there is a run; null: nobody waits for one.
  expected_minutes integer check (expected_minutes between 5 and 527040),
  -- Of the last `alert_runs` runs so many percent failed: it is failing.
  alert_percent smallint not null default 20 check (alert_percent between 1 and 100),
  alert_runs smallint not null default 10 check (alert_runs between 1 and 100),
  -- What the partner asked for and nobody has done yet.
  asked text check (asked in ('pause', 'resume')),
  asked_reason text check (length(asked_reason) between 1 and 500),
  asked_by uuid references profiles,
  asked_at timestamptz,
  pause_reason text check (length(pause_reason) between 1 and 500),
  last_run_at timestamptz,
  last_run_status text check (last_run_status in ('succeeded', 'failed', 'skipped')),
  first_success_at timestamptz,
  provisioning_at timestamptz,
  live_at timestamptz,
  paused_at timestamptz,
  retired_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  constraint installations_asked check ((asked is null) = (asked_at is null))
);
create unique index installations_by_id on installations (id);
create index installations_of_company on installations (company_id, status, updated_at desc, id desc);
create index installations_by_update on installations (updated_at desc, id desc);
create index installations_by_status on installations (status, updated_at desc, id desc);
-- The orders of the lists, over all companies.
create index installations_by_name on installations (lower(name), id);
create index installations_by_need on installations (array_position('{failing,requested,provisioning,paused,live,retired}'::text[], status), id);
create index installations_by_last_run on installations (coalesce(last_run_at, '0001-01-01T00:00:00Z'::timestamptz), id);
create index installations_of_product on installations (product_id) where product_id is not null;
-- One order line makes one installation, whatever job runs how often.
create unique index installations_of_order on installations (company_id, order_id, product_id) where order_id is not null;
create index installations_of_agreement on installations (company_id, agreement_id) where agreement_id is not null;
create index installations_expected on installations (last_run_at) where status in ('live', 'failing') and expected_minutes is not null;
call fence('installations');
grant select on installations to portal_tenant, portal_staff;
grant insert on installations to portal_tenant, portal_staff;
grant update (name, status, order_id, agreement_id, ticket_id, price_model, price_cents, intake, answers, answered_at, answered_by,
  minutes_per_run, expected_minutes, alert_percent, alert_runs, asked, asked_reason, asked_by, asked_at, pause_reason, last_run_at,
  last_run_status, first_success_at, provisioning_at, live_at, paused_at, retired_at, version, updated_at) on installations to portal_staff;
-- Partners answer the questions, ask for a pause, and what their keys send tells of the last run. The trigger says the rest.
grant update (answers, answered_at, answered_by, ticket_id, asked, asked_reason, asked_by, asked_at, last_run_at, last_run_status,
  first_success_at, version, updated_at) on installations to portal_tenant;
create function partners_never_install() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'portal_tenant' then return new; end if;
  if new.status <> 'requested' or new.order_id is null or current_setting('app.role', true) is distinct from 'owner' then
    raise exception 'what is installed is not for partners to say' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger installations_bought before insert on installations for each row execute function partners_never_install();

-- The partner's own customers that it works for; none: the partner itself.
create table installation_clients (
  company_id uuid not null,
  installation_id uuid not null,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, installation_id, client_id),
  foreign key (company_id, installation_id) references installations (company_id, id) on delete cascade,
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
create index installation_clients_of_client on installation_clients (company_id, client_id);
call fence('installation_clients');
grant select, insert, delete on installation_clients to portal_tenant, portal_staff;

-- What an automation signs in to other systems with: where the credential is kept, never the credential.
create table connections (
  company_id uuid not null,
  id uuid not null,
  installation_id uuid not null,
  -- The system, by the name its maker uses.
  tool text not null check (length(tool) between 1 and 60),
  -- What it is, in words: "API user for the help desk board".
  label text not null check (length(label) between 1 and 100),
  -- Where the secret lies: "1Password: Millwright / Autotask API".
  reference text not null check (length(reference) between 1 and 200),
  state text not null default 'waiting' check (state in ('waiting', 'working', 'broken')),
  -- Last day of the credential.
  expires_on date,
  position smallint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, installation_id) references installations (company_id, id) on delete cascade
);
create unique index connections_by_id on connections (id);
create index connections_of_installation on connections (company_id, installation_id, position);
create index connections_ending on connections (expires_on) where expires_on is not null;
call fence('connections');
grant select on connections to portal_tenant;
grant select, insert, delete, update (tool, label, reference, state, expires_on, position, version, updated_at) on connections to portal_staff;

-- What automations did. A partition per month (UTC) of the start.
create table runs (
  company_id uuid not null,
  installation_id uuid not null,
  id uuid not null,
  external_id text not null check (length(external_id) between 1 and 200),
  status text not null check (status in ('succeeded', 'failed', 'skipped')),
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  -- Minutes of work that it saved; what the sender said, else those of the installation, and none unless it succeeded.
  minutes_saved integer not null check (minutes_saved between 0 and 100000),
  client_id uuid,
  message text check (length(message) between 1 and 2000),
  output jsonb,
  received_at timestamptz not null default now(),
  primary key (company_id, installation_id, started_at, id)
) partition by range (started_at);
create index runs_of_installation on runs (installation_id, started_at desc, id desc);
create index runs_failed on runs (installation_id, started_at desc, id desc) where status <> 'succeeded';
call fence('runs');
grant select, insert on runs to portal_tenant, portal_staff;

-- Each run once, whenever it began: what was said of it, as a checksum.
create table run_keys (
  company_id uuid not null,
  installation_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 200),
  run_id uuid not null,
  started_at timestamptz not null,
  -- SHA-256 over what was sent, the first 16 bytes.
  checksum bytea not null check (length(checksum) = 16),
  primary key (company_id, installation_id, external_id),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
create index run_keys_by_run on run_keys (run_id);
call fence('run_keys');
grant select, insert on run_keys to portal_tenant, portal_staff;

-- What a day brought, kept up to date by the transaction that brings the runs.
create table run_days (
  company_id uuid not null,
  installation_id uuid not null,
  day date not null,
  -- Null: for the company itself, or not said.
  client_id uuid,
  succeeded integer not null default 0 check (succeeded >= 0),
  failed integer not null default 0 check (failed >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  minutes_saved bigint not null default 0 check (minutes_saved >= 0),
  -- Time that the runs took.
  seconds bigint not null default 0 check (seconds >= 0),
  constraint run_days_key unique nulls not distinct (company_id, installation_id, day, client_id),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
create index run_days_by_day on run_days (day, company_id);
call fence('run_days');
grant select, insert, update (succeeded, failed, skipped, minutes_saved, seconds) on run_days to portal_tenant, portal_staff;

-- A time in which an automation failed or kept silent. One at a time, one ticket each.
create table alert_episodes (
  company_id uuid not null,
  id uuid not null,
  installation_id uuid not null,
  kind text not null check (kind in ('failing', 'silent')),
  -- What it began with: {"failed": 4, "of": 10, "limit": 20} or {"expectedMinutes": 60, "lastRunAt": "…"}.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  ticket_id uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz check (ended_at >= started_at),
  primary key (company_id, id),
  foreign key (company_id, installation_id) references installations (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
create unique index alert_episodes_one_open on alert_episodes (company_id, installation_id) where ended_at is null;
create index alert_episodes_of_installation on alert_episodes (company_id, installation_id, started_at desc);
create unique index alert_episodes_of_ticket on alert_episodes (ticket_id) where ticket_id is not null;
call fence('alert_episodes');
grant select on alert_episodes to portal_tenant;
grant select, insert, update (facts, ticket_id, ended_at) on alert_episodes to portal_staff;

-- Makes the partitions from one month to another, each behind its own fence: nobody reads them but through `runs`. Attaching
-- one that is ready does not stop whoever reads and writes at that moment.
create function make_run_months(from_day date, to_day date) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  month date;
  made integer := 0;
  name text;
begin
  -- Two at once would make the same one.
  perform pg_advisory_xact_lock(hashtext('run months'));
  for month in select generate_series(date_trunc('month', from_day), date_trunc('month', to_day), interval '1 month')::date loop
    name := 'runs_' || to_char(month, 'YYYY_MM');
    if to_regclass('public.' || name) is not null then continue; end if;
    execute format('create table public.%I (like public.runs including defaults including constraints)', name);
    call public.fence(('public.' || name)::regclass);
    execute format('alter table public.runs attach partition public.%I for values from (%L) to (%L)', name,
      month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    made := made + 1;
  end loop;
  return made;
end $$;
revoke all on function make_run_months(date, date) from public;
-- As far back as a late run is taken, and some months ahead; the rest is done every night.
select make_run_months((current_date - interval '14 months')::date, (current_date + interval '3 months')::date);

-- Which automation a ticket is about.
alter table tickets add installation_id uuid,
  add foreign key (company_id, installation_id) references installations (company_id, id);
create index tickets_of_installation on tickets (installation_id, updated_at desc, id desc) where installation_id is not null;
grant update (installation_id) on tickets to portal_tenant, portal_staff;

-- What an hour of the company's own people costs it, for money saved; null: the house's assumption.
alter table companies add loaded_rate_cents integer check (loaded_rate_cents between 100 and 100000);
grant update (loaded_rate_cents) on companies to portal_tenant, portal_staff;

-- Whose days a company counts in: its own, else the provider's. Partners do not see the provider's row.
create function company_zone(of_company uuid) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select c.time_zone from companies c where c.id = of_company), hours_zone())
$$;
revoke all on function company_zone(uuid) from public;
grant execute on function company_zone(uuid) to portal_tenant, portal_staff;
