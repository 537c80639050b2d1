-- What provider and partner agreed on. The terms that hold now stand on the agreement itself, because every booked minute
-- asks for them; what was offered, signed and replaced stands in its revisions, which never change once they were sent.

create table agreement_templates (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('block_hours', 'retainer', 'managed_automation', 'fixed_price', 'partnership')),
  -- Markdown with the variables that the room lists.
  body text not null check (length(body) between 1 and 100000),
  -- Terms that an agreement made from it begins with, in the names of the API.
  terms jsonb not null default '{}' check (jsonb_typeof(terms) = 'object'),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index agreement_templates_by_id on agreement_templates (id);
create unique index agreement_templates_by_name on agreement_templates (company_id, lower(name)) where archived_at is null;
call fence('agreement_templates');
grant select, insert, update (name, type, body, terms, version, archived_at, updated_at) on agreement_templates to portal_staff;

create sequence agreement_number start 1001;
grant usage on sequence agreement_number to portal_staff;

create table agreements (
  company_id uuid not null references companies,
  id uuid not null,
  number bigint not null default nextval('agreement_number'),
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('block_hours', 'retainer', 'managed_automation', 'fixed_price', 'partnership')),
  -- signed: signed, and its first day is still to come.
  status text not null default 'draft' check (status in ('draft', 'sent', 'signed', 'active', 'expired', 'cancelled')),
  starts_on date,
  -- Last day; null: until cancelled.
  ends_on date check (ends_on >= starts_on),
  renewal text not null default 'none' check (renewal in ('none', 'automatic')),
  renewal_months smallint check (renewal_months between 1 and 60),
  notice_days smallint not null default 30 check (notice_days between 0 and 365),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Per hour, for what goes beyond the hours that were bought.
  hourly_rate_cents integer check (hourly_rate_cents between 0 and 10000000),
  -- What happens when no hours are left: no more can be booked, more is billed at the rate, or the balance may go below
  -- zero by so many percent of the hours that came in last.
  overage text not null default 'stop' check (overage in ('stop', 'bill', 'percent')),
  overage_percent smallint check (overage_percent between 1 and 100),
  rounding_increment smallint not null default 15 check (rounding_increment between 1 and 60),
  rounding_minimum smallint not null default 15 check (rounding_minimum between 0 and 480),
  rounding_per text not null default 'entry' check (rounding_per in ('entry', 'ticket')),
  -- Percent per kind of work: {"after_hours": 150}; what is absent counts 100.
  multipliers jsonb not null default '{"after_hours": 150}' check (jsonb_typeof(multipliers) = 'object'),
  -- Work under it is covered by its price and draws no hours.
  covers_time boolean not null default false,
  sla_policy_id uuid references sla_policies (id),
  payment_days smallint not null default 15 check (payment_days between 0 and 90),
  -- Block hours: minutes and price of the block that comes with the signature. Fixed price: the price of the whole.
  minutes integer check (minutes between 1 and 600000),
  price_cents integer check (price_cents between 0 and 100000000),
  valid_months smallint check (valid_months between 1 and 60),
  -- Retainer, managed automation, partnership: what is billed, and for a retainer granted, per calendar month.
  monthly_minutes integer check (monthly_minutes between 1 and 600000),
  monthly_price_cents integer check (monthly_price_cents between 0 and 100000000),
  rollover text not null default 'none' check (rollover in ('none', 'full', 'capped')),
  rollover_cap integer check (rollover_cap between 1 and 600000),
  -- The first day that is neither billed nor granted yet.
  next_period_on date,
  -- The revision that holds; null before the first signature.
  revision integer,
  sent_at timestamptz,
  signed_at timestamptz,
  activated_at timestamptz,
  cancelled_at timestamptz,
  -- Last day after a cancellation, and why.
  cancel_reason text check (length(cancel_reason) between 1 and 2000),
  created_by uuid not null references profiles,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Never sent; one that was thrown away before neither.
  is_draft boolean not null generated always as (sent_at is null) stored,
  primary key (company_id, id),
  constraint agreements_renewal check (renewal = 'none' or (renewal_months is not null and ends_on is not null)),
  constraint agreements_overage check ((overage = 'percent') = (overage_percent is not null)),
  constraint agreements_rollover check ((rollover = 'capped') = (rollover_cap is not null)),
  constraint agreements_begun check (status in ('draft', 'sent') or signed_at is not null or status = 'cancelled')
);
create unique index agreements_by_id on agreements (id);
create unique index agreements_by_number on agreements (number);
create index agreements_of_company on agreements (company_id, updated_at desc, id desc);
create index agreements_by_status on agreements (status, updated_at desc, id desc);
create index agreements_by_update on agreements (updated_at desc, id desc);
create index agreements_due on agreements (next_period_on) where status = 'active' and next_period_on is not null;
create index agreements_ending on agreements (ends_on) where status in ('signed', 'active') and ends_on is not null;
call fence('agreements', hidden => 'is_draft');
grant select on agreements to portal_tenant, portal_staff;
grant insert on agreements to portal_staff;
grant update (name, type, status, starts_on, ends_on, renewal, renewal_months, notice_days, currency, hourly_rate_cents, overage,
  overage_percent, rounding_increment, rounding_minimum, rounding_per, multipliers, covers_time, sla_policy_id, payment_days, minutes,
  price_cents, valid_months, monthly_minutes, monthly_price_cents, rollover, rollover_cap, next_period_on, revision, sent_at,
  signed_at, activated_at, cancelled_at, cancel_reason, version, updated_at) on agreements to portal_staff;
-- A partner asks for changes or signs; the trigger below says who, and from which state.
grant update (status, revision, signed_at, activated_at, next_period_on, version, updated_at) on agreements to portal_tenant;

-- The first text, and every amendment. A revision that was sent never changes: it is replaced by the next.
create table agreement_revisions (
  company_id uuid not null,
  id uuid not null,
  agreement_id uuid not null,
  revision integer not null check (revision >= 1),
  status text not null default 'draft' check (status in ('draft', 'sent', 'signed', 'returned', 'withdrawn', 'replaced')),
  -- All terms in the names of the API, and the exact text that is signed: Markdown, every variable put in.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  body text not null check (length(body) between 1 and 200000),
  -- SHA-256 of `body` as UTF-8, hex; set when it is sent.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- An amendment: what changes and why, for the partner.
  summary text check (length(summary) between 1 and 2000),
  -- What the partner asked to be changed.
  returned_comment text check (length(returned_comment) between 1 and 2000),
  template_id uuid,
  created_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  sent_by uuid references profiles,
  first_opened_at timestamptz,
  signed_at timestamptz,
  -- Never sent; one that was thrown away before neither.
  is_draft boolean not null generated always as (sent_at is null) stored,
  primary key (company_id, id),
  unique (company_id, agreement_id, revision),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  constraint agreement_revisions_sent check (status = 'draft' or status = 'withdrawn' or (sha256 is not null and sent_at is not null))
);
create unique index agreement_revisions_by_id on agreement_revisions (id);
-- One at a time is prepared or waits for a signature; also what waits for an owner.
create unique index agreement_revisions_open on agreement_revisions (company_id, agreement_id) where status in ('draft', 'sent');
create index agreement_revisions_waiting on agreement_revisions (company_id, sent_at) where status = 'sent';
call fence('agreement_revisions', hidden => 'is_draft');
grant select on agreement_revisions to portal_tenant, portal_staff;
grant insert, update (status, terms, body, sha256, summary, template_id, updated_at, sent_at, sent_by, signed_at) on agreement_revisions to portal_staff;
grant update (status, returned_comment, first_opened_at, signed_at, updated_at) on agreement_revisions to portal_tenant;

create function keep_sent_revision() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.status <> 'draft' and (new.body, new.terms, new.sha256, new.revision) is distinct from (old.body, old.terms, old.sha256, old.revision)
    or old.status in ('signed', 'replaced') and new.status not in (old.status, 'replaced') then
    raise exception 'a revision that was sent never changes' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'portal_tenant' and new.status is distinct from old.status and (
    old.status <> 'sent' or new.status not in ('signed', 'returned', 'replaced')
    or current_setting('app.role', true) is distinct from 'owner') and not (old.status = 'signed' and new.status = 'replaced') then
    raise exception 'an agreement is signed by an owner, once it was sent' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger agreement_revisions_keep before update on agreement_revisions for each row execute function keep_sent_revision();

create function only_owners_sign() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_tenant' and current_setting('app.role', true) is distinct from 'owner' then
    raise exception 'an agreement is signed by an owner' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger agreements_sign before update on agreements for each row execute function only_owners_sign();

-- The evidence. Never altered, never deleted.
create table agreement_signatures (
  company_id uuid not null,
  id uuid not null,
  agreement_id uuid not null,
  revision_id uuid not null,
  -- As it was typed.
  name text not null check (length(name) between 2 and 100),
  email text not null,
  user_id uuid not null references profiles,
  ip inet,
  user_agent text check (length(user_agent) <= 1000),
  -- Of the text that was on the screen; the same as the revision's.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The sentence that was agreed to.
  consent text not null check (length(consent) between 1 and 1000),
  signed_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, revision_id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, revision_id) references agreement_revisions (company_id, id)
);
call fence('agreement_signatures');
create trigger agreement_signatures_append_only before update or delete on agreement_signatures for each row execute function refuse_mutation();
create trigger agreement_signatures_owner before insert on agreement_signatures for each row execute function only_owners_sign();
grant select, insert on agreement_signatures to portal_tenant;
grant select on agreement_signatures to portal_staff;

-- Which agreement work counts for; null: the company's own default, else the standard terms.
alter table tickets add agreement_id uuid,
  add foreign key (company_id, agreement_id) references agreements (company_id, id);
create index tickets_of_agreement on tickets (agreement_id, updated_at desc, id desc) where agreement_id is not null;
grant update (agreement_id) on tickets to portal_staff;
