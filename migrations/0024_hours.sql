-- Hours that were bought, minute by minute. One pool per company: blocks are drawn by expiry (none last), then by the day
-- they were bought. Everything that moves a minute goes through the functions of the room (0026), which hold the balance
-- row; the logins can read these tables and write none of them.

create table hour_blocks (
  company_id uuid not null references companies,
  id uuid not null,
  source text not null check (source in ('purchase', 'agreement', 'retainer', 'rollover', 'top_up', 'grant')),
  agreement_id uuid,
  -- pending: bought, not usable yet. expired and void have nothing left.
  state text not null default 'pending' check (state in ('pending', 'active', 'expired', 'void')),
  name text not null check (length(name) between 1 and 200),
  granted integer not null check (granted between 1 and 600000),
  remaining integer not null default 0 check (remaining >= 0 and remaining <= granted),
  -- What was left when it expired.
  expired integer not null default 0 check (expired >= 0 and expired <= granted),
  -- What was paid for it: the value of what is left is its share of this.
  price_cents integer not null default 0 check (price_cents >= 0),
  currency text not null default 'usd' check (currency = 'usd'),
  -- First day on which it can be drawn from, and the last; null: no end.
  starts_on date,
  expires_on date,
  -- Months that it is valid from the day it became usable; `expires_on` is reckoned then.
  valid_months smallint check (valid_months between 1 and 60),
  -- A retainer's month.
  period_from date,
  purchased_at timestamptz not null default now(),
  activated_at timestamptz,
  -- Usable before it was paid: who said so, and why.
  released_by uuid references profiles,
  release_reason text check (length(release_reason) between 1 and 500),
  warned_expiry_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  constraint hour_blocks_left check (state = 'active' or remaining = 0),
  constraint hour_blocks_active check ((state in ('active', 'expired')) <= (activated_at is not null))
);
create unique index hour_blocks_by_id on hour_blocks (id);
create unique index hour_blocks_one_period on hour_blocks (company_id, agreement_id, period_from, source) where period_from is not null;
-- The order of the draw.
create index hour_blocks_drawn on hour_blocks (company_id, expires_on nulls last, purchased_at, id) where state = 'active' and remaining > 0;
create index hour_blocks_of_company on hour_blocks (company_id, purchased_at desc, id desc);
create index hour_blocks_expiring on hour_blocks (expires_on) where state = 'active' and expires_on is not null;
call fence('hour_blocks');
grant select on hour_blocks to portal_tenant, portal_staff;

-- A row per company that ever had hours. Whoever moves minutes holds it.
create table hour_balances (
  company_id uuid not null references companies,
  -- Minutes; the sum of the ledger.
  balance integer not null default 0,
  -- How far below zero the policy of an agreement has allowed it to go.
  lowest integer not null default 0 check (lowest <= 0),
  -- Balance right after hours came in last: 80 and 95 % are counted from there.
  base integer not null default 0 check (base >= 0),
  -- Counts the times hours came in: alerts and top-ups happen once in each.
  episode integer not null default 0,
  -- The highest alert of this episode: 0, 80 or 95.
  alerted smallint not null default 0 check (alerted in (0, 80, 95)),
  -- Somebody wants to know when the balance falls below this (automatic top-up), and in which episode they were told.
  watch integer check (watch >= 1),
  told_episode integer,
  updated_at timestamptz not null default now(),
  primary key (company_id),
  constraint hour_balances_not_below check (balance >= lowest)
);
call fence('hour_balances');
grant select on hour_balances to portal_tenant, portal_staff;

create table hour_ledger (
  company_id uuid not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('purchase', 'grant', 'consumption', 'overage', 'adjustment', 'expiry', 'rollover', 'reversal')),
  -- Null: minutes below zero, or beyond the balance.
  block_id uuid,
  -- What it does to the balance.
  minutes integer not null,
  -- Minutes beyond the balance that are billed at the rate; they leave the balance alone.
  overage integer not null default 0,
  balance_after integer not null,
  entry_id uuid,
  agreement_id uuid,
  -- The line that it takes back, wholly or in part.
  reverses bigint,
  actor_id uuid,
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, block_id) references hour_blocks (company_id, id),
  foreign key (company_id, entry_id) references time_entries (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, reverses) references hour_ledger (company_id, id),
  constraint hour_ledger_moves check (minutes <> 0 or overage <> 0),
  constraint hour_ledger_entry check ((kind in ('consumption', 'overage')) <= (entry_id is not null)),
  constraint hour_ledger_reason check (kind <> 'adjustment' or reason is not null)
);
create index hour_ledger_of_entry on hour_ledger (company_id, entry_id, id) where entry_id is not null;
create index hour_ledger_of_block on hour_ledger (company_id, block_id, id) where block_id is not null;
create index hour_ledger_by_kind on hour_ledger (company_id, kind, id desc);
create index hour_ledger_overage on hour_ledger (company_id, id) where overage <> 0;
call fence('hour_ledger');
create trigger hour_ledger_append_only before update or delete on hour_ledger for each row execute function refuse_mutation();
grant select on hour_ledger to portal_tenant, portal_staff;

-- What an entry draws after rounding and multiplier, and under which agreement.
alter table time_entries
  add agreement_id uuid,
  -- Null: nothing is drawn, because it is not charged or covered by a price.
  add charged integer check (charged between 0 and 20000),
  -- Percent.
  add multiplier smallint not null default 100 check (multiplier between 0 and 1000),
  add foreign key (company_id, agreement_id) references agreements (company_id, id);
create index time_entries_of_agreement on time_entries (agreement_id, worked_on desc, id desc) where agreement_id is not null;
grant select (agreement_id, charged, multiplier) on time_entries to portal_tenant;
grant update (agreement_id, charged, multiplier) on time_entries to portal_staff;

-- What the nightly comparisons found: they report, and never mend. Open while it is found again.
create table findings (
  company_id uuid not null references companies,
  id uuid not null,
  kind text not null check (kind in ('hours_balance', 'hours_block', 'hours_entry', 'payment_unknown', 'payment_missing', 'payment_amount')),
  subject_id uuid,
  -- What it is about, for people; the same place and words find the same row again.
  title text not null check (length(title) between 1 and 300),
  expected jsonb not null default '{}',
  found jsonb not null default '{}',
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- Closed by a person, with what was done.
  resolved_by uuid references profiles,
  resolution text check (length(resolution) between 1 and 2000),
  primary key (company_id, id)
);
create unique index findings_by_id on findings (id);
create unique index findings_open on findings (company_id, kind, title) where resolved_at is null;
call fence('findings');
grant select, insert, update (expected, found, last_seen_at, resolved_at, resolved_by, resolution) on findings to portal_staff;
