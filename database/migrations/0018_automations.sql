-- Automations at companies: what they run on, their runs, alerts and cost.

create table installations (
  company_id uuid not null references companies,
  id uuid not null,
  -- Null: made only for this company.
  product_id uuid references products (id),
  name text not null check (length(name) between 1 and 100),
  status text not null default 'requested' check (status in ('requested', 'provisioning', 'live', 'paused', 'failing',
    'retired')),
  -- The order that bought it; null: staff created it. An unpaid card order has no automation yet.
  order_id uuid,
  -- The agreement that bills it per month.
  agreement_id uuid,
  -- The ticket of its setup.
  ticket_id uuid,
  -- The price on the day of purchase, or else as administrators set it.
  price_model text not null default 'quote' check (price_model in ('one_time', 'monthly', 'quote')),
  price_cents integer check (price_cents between 0 and 100000000),
  -- The questions at that time, and the answers: {"boards": "Help desk, Projects"}.
  intake jsonb not null default '[]' check (jsonb_typeof(intake) = 'array'),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  answered_at timestamptz,
  answered_by uuid references profiles,
  -- Minutes that a successful run saves unless it reports its own.
  minutes_per_run integer not null check (minutes_per_run between 0 and 480),
  -- Time zone that defines days of runs; never changes.
  time_zone text not null check (length(time_zone) between 1 and 60),
  -- The most minutes between two runs; null: no schedule is expected.
  expected_minutes integer check (expected_minutes between 5 and 527040),
  -- Failing when this percentage of the last `alert_runs` runs failed.
  alert_percent smallint not null default 20 check (alert_percent between 1 and 100),
  alert_runs smallint not null default 10 check (alert_runs between 1 and 100),
  -- What the partner requested and nobody has done yet.
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
  -- Runs before this do not count for alerts: it went live, resumed after a pause, or its interval changed.
  watched_from timestamptz not null default now(),
  -- Since when a job that checks for failure is queued.
  look_at timestamptz,
  -- When its order was voided or refunded; administrators are notified once if it was live.
  order_undone_at timestamptz,
  -- When open pages were last notified of runs.
  told_at timestamptz,
  -- Runs that open pages were not notified of yet; see `notify_of_runs`.
  untold boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  constraint installations_asked check ((asked is null) = (asked_at is null))
);
comment on table installations is 'Automations installed for a company.';
create unique index installations_by_id on installations (id);
create index installations_of_company on installations (company_id, status, updated_at desc, id desc);
create index installations_by_update on installations (updated_at desc, id desc);
create index installations_by_status on installations (status, updated_at desc, id desc);
-- Sort orders of the lists across companies.
create index installations_by_name on installations (lower(name), id);
create index installations_by_need on installations
  (array_position('{failing,requested,provisioning,paused,live,retired}'::text[], status), id);
create index installations_by_last_run on installations (coalesce(last_run_at, '0001-01-01T00:00:00Z'::timestamptz), id);
create index installations_of_product on installations (product_id) where product_id is not null;
-- One order line creates one automation, however often a job runs.
create unique index installations_of_order on installations (company_id, order_id, product_id) where order_id is not null;
create index installations_of_agreement on installations (company_id, agreement_id) where agreement_id is not null;
create index installations_expected on installations (last_run_at)
  where status in ('live', 'failing') and expected_minutes is not null;
create index installations_to_look_at on installations (look_at) where look_at is not null;
-- Work on a setup ticket draws no hours.
create index installations_by_ticket on installations (ticket_id) where ticket_id is not null;
call enforce_row_level_security('installations');
-- Partners answer the questions and request a pause, and their keys report runs. The trigger limits the rest.
grant select, insert, update (ticket_id, answers, answered_at, answered_by, asked, asked_reason, asked_by, asked_at,
  last_run_at, last_run_status, first_success_at, version, updated_at, look_at, told_at, untold) on installations to
  portal_tenant;
grant select, insert, update (name, status, order_id, agreement_id, ticket_id, price_model, price_cents, intake, answers,
  answered_at, answered_by, minutes_per_run, expected_minutes, alert_percent, alert_runs, asked, asked_reason, asked_by,
  asked_at, pause_reason, last_run_at, last_run_status, first_success_at, provisioning_at, live_at, paused_at, retired_at,
  version, updated_at, look_at, order_undone_at, told_at, untold) on installations to portal_staff;
create trigger installations_bought before insert on installations for each row execute function partners_never_install();
create trigger installations_watched before update on installations for each row
  when (old.status is distinct from new.status or old.expected_minutes is distinct from new.expected_minutes)
  execute function watch_installation();

create table installation_clients (
  company_id uuid not null,
  installation_id uuid not null,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, installation_id, client_id),
  foreign key (company_id, installation_id) references installations (company_id, id) on delete cascade,
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
comment on table installation_clients is 'End clients that an automation works for; without a row, the company itself.';
create index installation_clients_of_client on installation_clients (company_id, client_id);
call enforce_row_level_security('installation_clients');
grant select, insert, delete on installation_clients to portal_tenant, portal_staff;

create table connections (
  company_id uuid not null,
  id uuid not null,
  installation_id uuid not null,
  -- The system, by the name its maker uses.
  tool text not null check (length(tool) between 1 and 60),
  -- Description: "API user for the help desk board".
  label text not null check (length(label) between 1 and 100),
  -- Where the secret is kept: "1Password: Millwright / Autotask API".
  reference text not null check (length(reference) between 1 and 200),
  state text not null default 'waiting' check (state in ('waiting', 'working', 'broken')),
  -- Last day of the credential.
  expires_on date,
  position smallint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What staff were last notified of: "broken", or the last day of the credential; once for each.
  told_of text check (length(told_of) <= 40),
  primary key (company_id, id),
  foreign key (company_id, installation_id) references installations (company_id, id) on delete cascade
);
comment on table connections is 'Systems that an automation signs in to, and where the credential is kept; never the credential.';
create unique index connections_by_id on connections (id);
create index connections_of_installation on connections (company_id, installation_id, position);
create index connections_ending on connections (expires_on) where expires_on is not null;
create index connections_broken on connections (company_id, installation_id) where state = 'broken';
call enforce_row_level_security('connections');
grant select on connections to portal_tenant;
grant select, insert, update (tool, label, reference, state, expires_on, position, version, updated_at), delete on
  connections to portal_staff;

create table runs (
  company_id uuid not null,
  installation_id uuid not null,
  id uuid not null,
  external_id text not null check (length(external_id) between 1 and 200),
  status text not null check (status in ('succeeded', 'failed', 'skipped')),
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  -- Minutes saved: those that the sender reported, or else those of the automation; zero unless it succeeded.
  minutes_saved integer not null check (minutes_saved between 0 and 100000),
  client_id uuid,
  message text check (length(message) between 1 and 2000),
  output jsonb,
  received_at timestamptz not null default now(),
  primary key (company_id, installation_id, started_at, id) ) partition by range (started_at
);
comment on table runs is 'Runs of automations, with a partition per month (UTC) of the start.';
create index runs_of_installation on runs (installation_id, started_at desc, id desc);
create index runs_failed on runs (installation_id, started_at desc, id desc) where status <> 'succeeded';
call enforce_row_level_security('runs');
grant select, insert on runs to portal_tenant, portal_staff;

create table run_keys (
  company_id uuid not null,
  installation_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 200),
  run_id uuid not null,
  started_at timestamptz not null,
  primary key (company_id, installation_id, external_id),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
comment on table run_keys is 'Each external run id of an automation once, whenever the run began.';
create index run_keys_by_run on run_keys (run_id);
call enforce_row_level_security('run_keys');
grant select, insert on run_keys to portal_tenant, portal_staff;

create table run_days (
  company_id uuid not null,
  installation_id uuid not null,
  day date not null,
  -- Null: the company itself, or not reported.
  client_id uuid,
  succeeded integer not null default 0 check (succeeded >= 0),
  failed integer not null default 0 check (failed >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  minutes_saved bigint not null default 0 check (minutes_saved >= 0),
  -- Total duration of the runs.
  seconds bigint not null default 0 check (seconds >= 0),
  constraint run_days_key unique nulls not distinct (company_id, installation_id, day, client_id),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
comment on table run_days is 'Totals of an automation per day, updated in the transaction that inserts the runs.';
create index run_days_by_day on run_days (day, company_id);
call enforce_row_level_security('run_days');
grant select, insert, update (succeeded, failed, skipped, minutes_saved, seconds) on run_days to portal_tenant, portal_staff;
create trigger run_days_month_new after insert on run_days referencing new table as new_days for each statement execute function keep_run_months();
create trigger run_days_month after update on run_days referencing old table as old_days new table as new_days for each statement execute function keep_run_months();
create trigger run_days_month_gone after delete on run_days referencing old table as old_days for each statement execute function drop_run_months();

create table alert_episodes (
  company_id uuid not null,
  id uuid not null,
  installation_id uuid not null,
  kind text not null check (kind in ('failing', 'silent')),
  -- What started it: {"failed": 4, "of": 10, "limit": 20} or {"expectedMinutes": 60, "lastRunAt": "…"}.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  ticket_id uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz check (ended_at >= started_at),
  primary key (company_id, id),
  foreign key (company_id, installation_id) references installations (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
comment on table alert_episodes is 'Periods in which an automation failed or sent no runs; one at a time, with one ticket each.';
create unique index alert_episodes_one_open on alert_episodes (company_id, installation_id) where ended_at is null;
create index alert_episodes_of_installation on alert_episodes (company_id, installation_id, started_at desc);
create unique index alert_episodes_of_ticket on alert_episodes (ticket_id) where ticket_id is not null;
call enforce_row_level_security('alert_episodes');
grant select on alert_episodes to portal_tenant;
grant select, insert, update (facts, ticket_id, ended_at) on alert_episodes to portal_staff;

create table feed.listening (
  one boolean primary key default true check (one),
  since timestamptz not null default '-infinity',
  heard_at timestamptz
);
comment on table feed.listening is 'Since when the product has been able to receive runs: an outage of its own is no silence of an automation.';

create table dismissed_recommendations (
  company_id uuid not null references companies,
  product_id uuid not null references products (id) on delete cascade,
  dismissed_by uuid not null references profiles,
  dismissed_at timestamptz not null default now(),
  primary key (company_id, product_id)
);
comment on table dismissed_recommendations is 'Recommendations that a company dismissed.';
create index dismissed_recommendations_of_product on dismissed_recommendations (product_id);
create index dismissed_recommendations_by_person on dismissed_recommendations (dismissed_by);
call enforce_row_level_security('dismissed_recommendations');
grant select, insert, delete on dismissed_recommendations to portal_tenant;
grant select on dismissed_recommendations to portal_staff;

create table run_months (
  company_id uuid not null,
  installation_id uuid not null,
  -- First day of the month.
  month date not null check (month = date_trunc('month', month)::date),
  succeeded integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  minutes_saved bigint not null default 0,
  primary key (company_id, installation_id, month),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
comment on table run_months is 'Totals of an automation per month, so that a year with thousands of runs a day is read in a few rows.';
create index run_months_by_month on run_months (month, company_id);
call enforce_row_level_security('run_months');
grant select on run_months to portal_tenant, portal_staff;

create table recommendation_words (
  company_id uuid not null references companies,
  product_id uuid not null references products (id) on delete cascade,
  -- SHA-256 of the facts in the prompt.
  facts text not null check (facts ~ '^[0-9a-f]{64}$'),
  -- The version of the prompt; null: the text that comes with the product.
  number integer,
  -- Null: the model gave nothing usable.
  words text check (length(words) between 1 and 300),
  suggestion_id uuid,
  written_at timestamptz not null default now(),
  primary key (company_id, product_id),
  foreign key (company_id, suggestion_id) references suggestions (company_id, id),
  check ((words is null) = (suggestion_id is null))
);
comment on table recommendation_words is 'Reasons for a recommendation in the words of the model, kept while the facts are the same.';
create index recommendation_words_of_product on recommendation_words (product_id);
create index recommendation_words_by_suggestion on recommendation_words (company_id, suggestion_id);
call enforce_row_level_security('recommendation_words');
grant select (company_id, product_id, facts, words) on recommendation_words to portal_tenant;
grant select, insert, update (facts, number, words, suggestion_id, written_at) on recommendation_words to portal_staff;

create view product_names with (security_barrier) as
  select p.id, p.slug, p.name, p.category, p.status = 'published' as published from products p where p.published_at is not null;
comment on view product_names is 'Names of products that are or were published, so that a company still sees the name of an automation it runs.';
grant select on product_names to portal_tenant, portal_staff;

-- Drafts and voided invoices bill nothing, and lines with hours pay for hours. A line counts on the first day that it
-- bills, or else on the date of its invoice. What is paid of an invoice (succeeded payments less refunds) is allocated to its
-- lines in proportion to their amounts: each gets the difference of two rounded-down running totals, so that the lines add up
-- to what is paid, to the cent.
create view automation_lines with (security_invoker = true) as
  select l.company_id, l.id, l.order_id, l.agreement_id, l.product_id, coalesce(l.period_from, i.issued_on) as day,
    coalesce(l.period_to, l.period_from, i.issued_on) as last_day, l.amount_cents::bigint as invoiced_cents,
    case when i.total_cents = 0 then 0
      else (floor(paid.cents * (earlier.cents + l.amount_cents) / i.total_cents) - floor(paid.cents * earlier.cents / i.total_cents))::bigint
    end as paid_cents
  from order_lines l
    join invoices i on i.company_id = l.company_id and i.order_id = l.order_id
    cross join lateral (select least(i.paid_cents - i.refunded_cents, i.total_cents)::numeric as cents) paid
    cross join lateral (select coalesce(sum(o.amount_cents), 0)::numeric as cents from order_lines o
      where o.company_id = l.company_id and o.order_id = l.order_id and (o.position, o.id) < (l.position, l.id)) earlier
  where i.status in ('open', 'paid', 'refunded') and not l.voided and l.block_id is null and l.kind in ('product', 'month', 'agreement');
comment on view automation_lines is 'Order lines that bill an automation or an agreement, with the part that is paid.';
grant select on automation_lines to portal_tenant, portal_staff;

-- Foreign keys of earlier modules that point here.
alter table tickets add foreign key (company_id, installation_id) references installations (company_id, id);

-- Triggers of this module on tables of others.
create trigger api_keys_by_staff before insert on api_keys for each row execute function staff_make_run_keys();

insert into feed.listening default values;
-- Late runs are accepted this far back. A nightly job adds the months to come.
select make_run_months((current_date - interval '14 months')::date, (current_date + interval '3 months')::date);
