-- Agreements between the provider and partners. The terms in force are on the agreement itself, because every booked minute
-- reads them; its revisions keep what was offered, signed and replaced.

create table agreement_templates (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('block_hours', 'retainer', 'managed_automation', 'fixed_price', 'partnership')),
  -- Markdown with the variables of `src/server/agreements/text/text.ts`.
  body text not null check (length(body) between 1 and 100000),
  -- Terms that an agreement begins with, in the names of the API.
  terms jsonb not null default '{}' check (jsonb_typeof(terms) = 'object'),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table agreement_templates is 'Templates that agreements begin with; they belong to the provider.';
create unique index agreement_templates_by_id on agreement_templates (id);
create unique index agreement_templates_by_name on agreement_templates (company_id, lower(name)) where archived_at is null;
call enforce_row_level_security('agreement_templates');
grant select, insert, update (name, type, body, terms, version, archived_at, updated_at) on agreement_templates to
  portal_staff;

create sequence agreement_number start 1001;
grant usage on sequence agreement_number to portal_staff;
create table agreements (
  company_id uuid not null references companies,
  id uuid not null,
  number bigint not null default nextval('agreement_number'),
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('block_hours', 'retainer', 'managed_automation', 'fixed_price', 'partnership')),
  -- signed: signed, but before its first day or before the card payment of its order.
  status text not null default 'draft' check (status in ('draft', 'sent', 'signed', 'active', 'expired', 'cancelled')),
  starts_on date,
  -- Last day; null: until cancelled.
  ends_on date check (ends_on >= starts_on),
  renewal text not null default 'none' check (renewal in ('none', 'automatic')),
  renewal_months smallint check (renewal_months between 1 and 60),
  notice_days smallint not null default 30 check (notice_days between 0 and 365),
  currency text not null default 'usd' check (currency = 'usd'),
  -- For each hour beyond the bought ones.
  hourly_rate_cents integer check (hourly_rate_cents between 0 and 10000000),
  -- When no hours are left: booking stops, overage is billed at the rate, or the balance may fall below zero by this percentage
  -- of hour_balances.base.
  overage text not null default 'stop' check (overage in ('stop', 'bill', 'percent')),
  overage_percent smallint check (overage_percent between 1 and 100),
  rounding_increment smallint not null default 15 check (rounding_increment between 1 and 60),
  rounding_minimum smallint not null default 15 check (rounding_minimum between 0 and 480),
  rounding_per text not null default 'entry' check (rounding_per in ('entry', 'ticket')),
  -- Percent per work type: {"after_hours": 150}; absent ones count 100.
  multipliers jsonb not null default '{"after_hours": 150}' check (jsonb_typeof(multipliers) = 'object'),
  -- Its price covers the work, which then draws no hours.
  covers_time boolean not null default false,
  sla_policy_id uuid references sla_policies (id),
  payment_days smallint not null default 15 check (payment_days between 0 and 90),
  -- Block hours: minutes and price of the block that the signature buys. Fixed price: the whole price.
  minutes integer check (minutes between 1 and 600000),
  price_cents integer check (price_cents between 0 and 100000000),
  valid_months smallint check (valid_months between 1 and 60),
  -- Retainer, managed automation, partnership: billed per calendar month, and granted for a retainer.
  monthly_minutes integer check (monthly_minutes between 1 and 600000),
  monthly_price_cents integer check (monthly_price_cents between 0 and 100000000),
  rollover text not null default 'none' check (rollover in ('none', 'full', 'capped')),
  rollover_cap integer check (rollover_cap between 1 and 600000),
  -- The first day that has been neither billed nor granted.
  next_period_on date,
  -- The revision in force; null before the first signature.
  revision integer,
  sent_at timestamptz,
  signed_at timestamptz,
  activated_at timestamptz,
  cancelled_at timestamptz,
  -- Why it was cancelled; its last day is in ends_on.
  cancel_reason text check (length(cancel_reason) between 1 and 2000),
  created_by uuid not null references profiles,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Never sent, including one that was discarded before.
  is_draft boolean not null generated always as (sent_at is null) stored,
  -- The end date that both sides were notified of.
  ending_told_for date,
  -- Signed with an order whose card payment is outstanding: nothing begins before it.
  awaits_payment boolean not null default false,
  -- A fixed price is billed at the signature, or when the work is done.
  billing_point text not null default 'signature' check (billing_point in ('signature', 'completion')),
  -- When the price was billed at completion; once.
  completion_billed_at timestamptz,
  primary key (company_id, id),
  constraint agreements_renewal check (renewal = 'none' or (renewal_months is not null and ends_on is not null)),
  constraint agreements_overage check ((overage = 'percent') = (overage_percent is not null)),
  constraint agreements_rollover check ((rollover = 'capped') = (rollover_cap is not null)),
  constraint agreements_begun check (status in ('draft', 'sent') or signed_at is not null or status = 'cancelled'),
  constraint agreements_paid_first check (not awaits_payment or status <> 'active'),
  constraint agreements_billing_point check (billing_point = 'signature' or type = 'fixed_price')
);
comment on table agreements is 'Agreements with the terms that are in force now.';
create unique index agreements_by_id on agreements (id);
create unique index agreements_by_number on agreements (number);
create index agreements_of_company on agreements (company_id, updated_at desc, id desc);
create index agreements_by_status on agreements (status, updated_at desc, id desc);
create index agreements_by_update on agreements (updated_at desc, id desc);
create index agreements_due on agreements (next_period_on) where status = 'active' and next_period_on is not null;
create index agreements_ending on agreements (ends_on) where status in ('signed', 'active') and ends_on is not null;
create index agreements_by_name on agreements (lower(name), id);
create index agreements_by_end on agreements ((coalesce(ends_on, '9999-12-31'::date)), id);
create index agreements_by_period on agreements ((coalesce(next_period_on, '9999-12-31'::date)), id);
create index agreements_to_begin on agreements (starts_on) where status = 'signed';
create index agreements_with_sla on agreements (company_id) where sla_policy_id is not null;
create index agreements_by_sla_policy on agreements (sla_policy_id) where sla_policy_id is not null;
call enforce_row_level_security('agreements', hidden => 'is_draft');
-- A partner requests changes or signs; the trigger limits who, and from which state.
grant select, update (status, next_period_on, revision, signed_at, activated_at, version, updated_at) on agreements to
  portal_tenant;
grant select, insert, update (name, type, status, starts_on, ends_on, renewal, renewal_months, notice_days, currency,
  hourly_rate_cents, overage, overage_percent, rounding_increment, rounding_minimum, rounding_per, multipliers, covers_time,
  sla_policy_id, payment_days, minutes, price_cents, valid_months, monthly_minutes, monthly_price_cents, rollover,
  rollover_cap, next_period_on, revision, sent_at, signed_at, activated_at, cancelled_at, cancel_reason, version, updated_at,
  ending_told_for, awaits_payment, billing_point, completion_billed_at) on agreements to portal_staff;
create trigger agreements_sign before update on agreements for each row execute function only_owners_sign();
create constraint trigger agreements_add_to_sla after insert on agreements deferrable initially deferred for each row
  when (new.status = 'active' and new.sla_policy_id is not null) execute function agreement_revises_sla();
create constraint trigger agreements_revise_sla after update on agreements deferrable initially deferred for each row
  when ((old.status = 'active' or new.status = 'active')
    and (old.status, old.sla_policy_id, old.covers_time, old.type, old.starts_on)
      is distinct from (new.status, new.sla_policy_id, new.covers_time, new.type, new.starts_on))
  execute function agreement_revises_sla();

create table agreement_revisions (
  company_id uuid not null,
  id uuid not null,
  agreement_id uuid not null,
  revision integer not null check (revision >= 1),
  status text not null default 'draft' check (status in ('draft', 'sent', 'signed', 'returned', 'withdrawn', 'replaced')),
  -- All terms in the names of the API, and the exact text that is signed: Markdown with every variable filled in.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  body text not null check (length(body) between 1 and 200000),
  -- SHA-256 of `body` as UTF-8, hex; set when it is sent.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- For an amendment: what changes and why.
  summary text check (length(summary) between 1 and 2000),
  -- Changes that the partner requested.
  returned_comment text check (length(returned_comment) between 1 and 2000),
  template_id uuid,
  created_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  sent_by uuid references profiles,
  first_opened_at timestamptz,
  signed_at timestamptz,
  -- Never sent, including one that was discarded before.
  is_draft boolean not null generated always as (sent_at is null) stored,
  -- Markdown with variables, as staff wrote it; `body` is what is signed.
  source text check (length(source) between 1 and 100000),
  primary key (company_id, id),
  unique (company_id, agreement_id, revision),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  constraint agreement_revisions_sent check (status = 'draft' or status = 'withdrawn' or (sha256 is not null and sent_at is
    not null))
);
comment on table agreement_revisions is 'The first text of an agreement and every amendment; a sent revision never changes and is replaced by the next.';
create unique index agreement_revisions_by_id on agreement_revisions (id);
-- One revision at a time is a draft or awaits signature; also read for action items of owners.
create unique index agreement_revisions_open on agreement_revisions (company_id, agreement_id)
  where status in ('draft', 'sent');
create index agreement_revisions_waiting on agreement_revisions (company_id, sent_at) where status = 'sent';
call enforce_row_level_security('agreement_revisions', hidden => 'is_draft');
grant select, update (status, returned_comment, updated_at, first_opened_at, signed_at) on agreement_revisions to
  portal_tenant;
grant select, insert, update (status, terms, body, sha256, summary, template_id, updated_at, sent_at, sent_by, signed_at,
  source) on agreement_revisions to portal_staff;
create trigger agreement_revisions_keep before update on agreement_revisions for each row execute function keep_sent_revision();

create table agreement_signatures (
  company_id uuid not null,
  id uuid not null,
  agreement_id uuid not null,
  revision_id uuid not null,
  -- The typed name.
  name text not null check (length(name) between 2 and 100),
  email text not null,
  user_id uuid not null references profiles,
  ip inet,
  user_agent text check (length(user_agent) <= 1000),
  -- Checksum of the text on the screen; the same as the revision's.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The sentence that the person agreed to.
  consent text not null check (length(consent) between 1 and 1000),
  signed_at timestamptz not null default now(),
  -- The name of the account beside the typed name; null on older signatures.
  account_name text check (length(account_name) between 1 and 200),
  -- The person confirmed that a typed name that differs from the account's is their legal name.
  legal_name_confirmed boolean not null default false,
  primary key (company_id, id),
  unique (company_id, revision_id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, revision_id) references agreement_revisions (company_id, id)
);
comment on table agreement_signatures is 'Evidence of signatures; append-only.';
call enforce_row_level_security('agreement_signatures');
grant select, insert on agreement_signatures to portal_tenant;
grant select on agreement_signatures to portal_staff;
create trigger agreement_signatures_append_only before update or delete on agreement_signatures for each row execute function refuse_mutation();
create trigger agreement_signatures_owner before insert on agreement_signatures for each row execute function only_owners_sign();
create trigger agreement_signatures_check before insert on agreement_signatures for each row execute function check_signature();

-- An active agreement that draws hours: those that hours are bought with come first, then the oldest.
create view default_agreements with (security_invoker = true) as
  select distinct on (company_id) company_id, id, number, name, sla_policy_id
  from agreements where status = 'active' and not covers_time
  order by company_id, (type in ('block_hours', 'retainer')) desc, starts_on, number;
comment on view default_agreements is 'The agreement that work of a company counts for when nothing else was chosen.';
grant select on default_agreements to portal_tenant, portal_staff;

-- Triggers of this module on tables of others.
create trigger companies_seed_agreements after insert on companies for each row when (new.is_internal) execute function seed_provider_agreements();
