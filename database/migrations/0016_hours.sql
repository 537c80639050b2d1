-- Hours that companies bought. Only the functions of this module write these tables: they lock the balance row, and the
-- login roles may read and not write.

create table hour_blocks (
  company_id uuid not null references companies,
  id uuid not null,
  source text not null check (source in ('purchase', 'agreement', 'retainer', 'rollover', 'top_up', 'grant')),
  agreement_id uuid,
  -- pending: bought but not usable yet. expired and void blocks have nothing left.
  state text not null default 'pending' check (state in ('pending', 'active', 'expired', 'void')),
  name text not null check (length(name) between 1 and 200),
  granted integer not null check (granted between 1 and 600000),
  remaining integer not null default 0 check (remaining >= 0 and remaining <= granted),
  -- Minutes left when it expired.
  expired integer not null default 0 check (expired >= 0 and expired <= granted),
  -- Price paid: the value of what remains is its share of this.
  price_cents integer not null default 0 check (price_cents >= 0),
  currency text not null default 'usd' check (currency = 'usd'),
  -- First and last day on which it can be drawn from; null: no limit.
  starts_on date,
  expires_on date,
  -- Months from the day it became usable, which then sets `expires_on`.
  valid_months smallint check (valid_months between 1 and 60),
  -- The month of a retainer.
  period_from date,
  purchased_at timestamptz not null default now(),
  activated_at timestamptz,
  -- Released before payment: by whom and why.
  released_by uuid references profiles,
  release_reason text check (length(release_reason) between 1 and 500),
  warned_expiry_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  constraint hour_blocks_left check (state = 'active' or remaining = 0),
  constraint hour_blocks_active check ((state in ('active', 'expired')) <= (activated_at is not null))
);
comment on table hour_blocks is 'Blocks of bought hours in minutes; drawn by expiry (none last), then by purchase date.';
create unique index hour_blocks_by_id on hour_blocks (id);
create unique index hour_blocks_one_period on hour_blocks (company_id, agreement_id, period_from, source)
  where period_from is not null;
-- In the order in which blocks are drawn.
create index hour_blocks_drawn on hour_blocks (company_id, expires_on nulls last, purchased_at, id)
  where state = 'active' and remaining > 0;
create index hour_blocks_of_company on hour_blocks (company_id, purchased_at desc, id desc);
create index hour_blocks_expiring on hour_blocks (expires_on) where state = 'active' and expires_on is not null;
call enforce_row_level_security('hour_blocks');
grant select on hour_blocks to portal_tenant, portal_staff;

create table hour_balances (
  company_id uuid not null references companies,
  -- Minutes; the sum of the ledger.
  balance integer not null default 0,
  -- How far below zero an agreement has allowed the balance to fall.
  lowest integer not null default 0 check (lowest <= 0),
  -- What 80 and 95 percent are counted from: see `hours_base`.
  base integer not null default 0 check (base >= 0),
  -- Counts additions of hours: alerts and top-ups happen once after each.
  episode integer not null default 0,
  -- The highest alert of this episode: 0, 80 or 95.
  alerted smallint not null default 0 check (alerted in (0, 80, 95)),
  -- The balance below which the automatic top-up is notified, and the episode in which it was.
  watch integer check (watch >= 1),
  told_episode integer,
  updated_at timestamptz not null default now(),
  primary key (company_id),
  constraint hour_balances_not_below check (balance >= lowest)
);
comment on table hour_balances is 'The balance of each company that ever had hours. Functions that move minutes lock the row.';
call enforce_row_level_security('hour_balances');
grant select on hour_balances to portal_tenant, portal_staff;

create table hour_ledger (
  company_id uuid not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('purchase', 'grant', 'consumption', 'overage', 'adjustment', 'expiry', 'rollover',
    'reversal')),
  -- Null: minutes below zero or beyond the balance.
  block_id uuid,
  -- Change of the balance.
  minutes integer not null,
  -- Minutes beyond the balance that are billed at the rate, without changing the balance.
  overage integer not null default 0,
  balance_after integer not null,
  entry_id uuid,
  agreement_id uuid,
  -- The line that it reverses, fully or in part.
  reverses bigint,
  actor_id uuid,
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, block_id) references hour_blocks (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, reverses) references hour_ledger (company_id, id),
  constraint hour_ledger_moves check (minutes <> 0 or overage <> 0),
  constraint hour_ledger_entry check ((kind in ('consumption', 'overage')) <= (entry_id is not null)),
  constraint hour_ledger_reason check (kind <> 'adjustment' or reason is not null)
);
comment on table hour_ledger is 'Ledger of every movement of minutes; append-only.';
create index hour_ledger_of_entry on hour_ledger (company_id, entry_id, id) where entry_id is not null;
create index hour_ledger_of_block on hour_ledger (company_id, block_id, id) where block_id is not null;
create index hour_ledger_by_kind on hour_ledger (company_id, kind, id desc);
create index hour_ledger_overage on hour_ledger (company_id, id) where overage <> 0;
create index hour_ledger_below on hour_ledger (company_id, id) where block_id is null and minutes <> 0;
create index hour_ledger_by_age on hour_ledger (company_id, created_at, id);
create index hour_ledger_by_day on hour_ledger (company_id, created_at);
call enforce_row_level_security('hour_ledger');
grant select on hour_ledger to portal_tenant, portal_staff;
create trigger hour_ledger_append_only before update or delete on hour_ledger for each row execute function refuse_mutation();

-- Ledger lines of a company get their numbers while its balance is locked, so no smaller number can appear later.
create table hour_overage_marks (
  company_id uuid not null references companies,
  agreement_id uuid not null,
  billed_up_to bigint not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, agreement_id),
  foreign key (company_id, agreement_id) references agreements (company_id, id)
);
comment on table hour_overage_marks is 'The ledger line up to which the overage of an agreement has been invoiced.';
call enforce_row_level_security('hour_overage_marks');
grant select, insert, update (billed_up_to, updated_at) on hour_overage_marks to portal_staff;

-- Triggers of this module on tables of others.
create trigger agreements_end_hours after update of ends_on on agreements for each row
  when (old.type = 'retainer' and old.rollover = 'full' and new.ends_on is distinct from old.ends_on)
  execute function hours_end_with_agreement();
