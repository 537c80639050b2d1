-- Orders, invoices, payments. Every purchase is an order; its invoice gets a number when it is issued, and a card payment
-- is one way to settle it. Cards live at Stripe and nowhere here.

create table hour_packs (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  minutes integer not null check (minutes between 1 and 600000),
  price_cents integer not null check (price_cents between 1 and 100000000),
  currency text not null default 'usd' check (currency = 'usd'),
  valid_months smallint not null default 12 check (valid_months between 1 and 60),
  position integer not null default 0,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index hour_packs_by_id on hour_packs (id);
create unique index hour_packs_by_name on hour_packs (company_id, lower(name)) where archived_at is null;
call fence('hour_packs');
-- They belong to the provider; everybody who signed in may see what is sold.
create policy packs_for_all on hour_packs for select to portal_tenant using (archived_at is null);
grant select on hour_packs to portal_tenant, portal_staff;
grant insert, update (name, minutes, price_cents, valid_months, position, version, archived_at, updated_at) on hour_packs to portal_staff;

create sequence order_number start 1001;
grant usage on sequence order_number to portal_tenant, portal_staff;

create table orders (
  company_id uuid not null references companies,
  id uuid not null,
  number bigint not null default nextval('order_number'),
  -- Where it comes from: somebody bought, hours ran low, an agreement was signed, a month began, or minutes went beyond.
  source text not null check (source in ('purchase', 'top_up', 'agreement', 'recurring', 'overage', 'manual')),
  -- open: to be paid. A card order that was left is cancelled.
  status text not null default 'open' check (status in ('open', 'paid', 'cancelled', 'refunded')),
  -- How it is meant to be paid; it may end otherwise.
  method text not null check (method in ('card', 'invoice')),
  total_cents integer not null check (total_cents >= 0),
  currency text not null default 'usd' check (currency = 'usd'),
  agreement_id uuid,
  -- Null: nobody, a job.
  placed_by uuid references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id)
);
create unique index orders_by_id on orders (id);
create unique index orders_by_number on orders (number);
create index orders_of_company on orders (company_id, created_at desc, id desc);
create index orders_by_creation on orders (created_at desc, id desc);
call fence('orders');
grant select, insert on orders to portal_tenant, portal_staff;
grant update (status, method, updated_at) on orders to portal_tenant, portal_staff;

create table order_lines (
  company_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position smallint not null default 0,
  kind text not null check (kind in ('hours', 'agreement', 'month', 'overage', 'product', 'other')),
  description text not null check (length(description) between 1 and 500),
  quantity integer not null default 1 check (quantity between 1 and 1000000),
  unit_cents integer not null,
  amount_cents integer not null,
  -- Hours: what was bought; the block follows from it.
  pack_id uuid references hour_packs (id),
  block_id uuid,
  agreement_id uuid,
  -- A month, or the part of one that is billed; both days belong to it.
  period_from date,
  period_to date check (period_to >= period_from),
  primary key (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id),
  foreign key (company_id, block_id) references hour_blocks (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  check (amount_cents = quantity * unit_cents)
);
create index order_lines_of_order on order_lines (company_id, order_id, position);
-- No month of an agreement is billed twice, whatever job runs how often.
create unique index order_lines_one_month on order_lines (company_id, agreement_id, kind, period_from) where kind in ('month', 'overage');
create index order_lines_of_block on order_lines (company_id, block_id) where block_id is not null;
call fence('order_lines');
grant select, insert on order_lines to portal_tenant, portal_staff;

create function only_owners_buy() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_tenant' and current_setting('app.role', true) is distinct from 'owner' then
    raise exception 'only an owner buys' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger orders_owner before insert or update on orders for each row execute function only_owners_buy();

create table invoices (
  company_id uuid not null references companies,
  id uuid not null,
  order_id uuid not null,
  -- INV-2026-0001; null while the order waits for its card payment and nothing is owed.
  number text unique check (number ~ '^INV-\d{4}-\d{4,}$'),
  status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'void', 'refunded')),
  total_cents integer not null check (total_cents >= 0),
  paid_cents integer not null default 0 check (paid_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0 and refunded_cents <= paid_cents),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Who it was made out to, and by whom, on the day of issue: names, addresses.
  bill_to jsonb not null default '{}',
  issued_by jsonb not null default '{}',
  issued_on date,
  due_on date,
  issued_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  void_reason text check (length(void_reason) between 1 and 500),
  -- Days after the due day of the last reminder: 0, 7, 14; null: none yet.
  reminded smallint,
  -- Automatic tries to charge the stored card.
  charge_attempts smallint not null default 0,
  next_charge_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_draft boolean not null generated always as (status = 'draft') stored,
  primary key (company_id, id),
  unique (company_id, order_id),
  foreign key (company_id, order_id) references orders (company_id, id),
  constraint invoices_issued check (status = 'draft' or (number is not null and issued_on is not null and due_on is not null)),
  constraint invoices_paid check (status <> 'paid' or paid_cents >= total_cents)
);
create unique index invoices_by_id on invoices (id);
create index invoices_of_company on invoices (company_id, issued_at desc nulls first, id desc);
create index invoices_by_issue on invoices (issued_at desc, id desc) where status <> 'draft';
create index invoices_open on invoices (due_on, id) where status = 'open';
create index invoices_to_charge on invoices (next_charge_at) where status = 'open' and next_charge_at is not null;
call fence('invoices');
grant select, insert on invoices to portal_tenant, portal_staff;
grant update (status, paid_cents, refunded_cents, paid_at, voided_at, void_reason, reminded, charge_attempts, next_charge_at,
  version, updated_at) on invoices to portal_staff;

-- The last number of each year. Counted up in the transaction that issues: a rollback gives the number back, and two at
-- once wait for each other, so that no number is missing and none comes twice.
create table invoice_numbers (
  company_id uuid not null references companies,
  year smallint not null,
  last integer not null default 0,
  primary key (company_id, year)
);
call fence('invoice_numbers');

-- Gives a draft its number and its days, and makes it owed. Null when it is no draft of this company.
create function issue_invoice(of_company uuid, invoice uuid, on_day date, due date, bill_to jsonb, issued_by jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  n integer;
  given text;
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or current_setting('app.role', true) is distinct from 'owner')
    or session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is null then
    raise exception 'not an invoice of this company' using errcode = 'insufficient_privilege';
  end if;
  perform from invoices i where i.company_id = of_company and i.id = invoice and i.status = 'draft' for update;
  if not found then return null; end if;
  insert into invoice_numbers as c (company_id, year, last)
    values ((select id from companies where is_internal order by created_at, id limit 1), extract(year from on_day)::int, 1)
    on conflict (company_id, year) do update set last = c.last + 1 returning last into n;
  given := format('INV-%s-%s', extract(year from on_day)::int, lpad(n::text, greatest(4, length(n::text)), '0'));
  update invoices i set status = 'open', number = given, issued_on = on_day, due_on = due, issued_at = clock_timestamp(),
    bill_to = issue_invoice.bill_to, issued_by = issue_invoice.issued_by, updated_at = now()
    where i.company_id = of_company and i.id = invoice;
  return given;
end $$;
revoke all on function issue_invoice(uuid, uuid, date, date, jsonb, jsonb) from public;
grant execute on function issue_invoice(uuid, uuid, date, date, jsonb, jsonb) to portal_tenant, portal_staff;

create table payments (
  company_id uuid not null references companies,
  id uuid not null,
  invoice_id uuid not null,
  method text not null check (method in ('card', 'transfer')),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Card: what Stripe calls it, and what may be shown.
  stripe_payment_intent text unique,
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  -- Charged without the owner present.
  off_session boolean not null default false,
  failure_code text,
  failure_message text,
  -- Transfer: who entered it, with the bank's reference.
  recorded_by uuid references profiles,
  reference text check (length(reference) between 1 and 200),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create unique index payments_by_id on payments (id);
create index payments_of_invoice on payments (company_id, invoice_id, created_at);
create index payments_of_company on payments (company_id, created_at desc, id desc);
create index payments_by_creation on payments (created_at desc, id desc);
call fence('payments');
grant select on payments to portal_tenant;
grant select, insert, update (status, refunded_cents, stripe_payment_intent, card_brand, card_last4, failure_code, failure_message,
  paid_at, updated_at) on payments to portal_staff;

create table refunds (
  company_id uuid not null references companies,
  id uuid not null,
  payment_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  stripe_refund text unique,
  -- Unused minutes that were taken back with it.
  minutes integer not null default 0 check (minutes >= 0),
  refunded_by uuid references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id)
);
create index refunds_of_payment on refunds (company_id, payment_id, created_at);
call fence('refunds');
grant select on refunds to portal_tenant;
grant select, insert, update (status, stripe_refund, updated_at) on refunds to portal_staff;

-- The company at Stripe, and its default card as far as it may be shown.
create table stripe_customers (
  company_id uuid not null references companies,
  stripe_id text not null unique check (length(stripe_id) between 1 and 255),
  payment_method text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  card_exp_month smallint,
  card_exp_year smallint,
  -- Which owner allowed charges without being present, and when.
  consent_by uuid references profiles,
  consent_at timestamptz,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id)
);
call fence('stripe_customers');
grant select (company_id, card_brand, card_last4, card_exp_month, card_exp_year, consent_by, consent_at) on stripe_customers to portal_tenant;
grant select, insert, update (stripe_id, payment_method, card_brand, card_last4, card_exp_month, card_exp_year, consent_by, consent_at,
  synced_at, updated_at) on stripe_customers to portal_staff;

-- A page at Stripe on which an order, or an open invoice, is paid.
create table checkouts (
  company_id uuid not null references companies,
  id uuid not null,
  order_id uuid not null,
  -- Null until Stripe answered: an unknown answer leaves it so, and the next try carries the same key.
  stripe_session text unique,
  url text,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  keep_card boolean not null default false,
  started_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id)
);
create unique index checkouts_by_id on checkouts (id);
create index checkouts_of_order on checkouts (company_id, order_id, created_at);
create unique index checkouts_one_open on checkouts (company_id, order_id) where status = 'open';
call fence('checkouts');
grant select on checkouts to portal_tenant;
grant select, insert, update (stripe_session, url, status, updated_at) on checkouts to portal_staff;

-- What Stripe told, each thing once, kept in the transaction of its effect. Only the process itself reads it.
create schema stripe;
create table stripe.events (
  key text primary key,
  type text not null,
  object_id text,
  company_id uuid,
  payload jsonb not null,
  -- What it did, in a word; null: nothing yet.
  outcome text,
  received_at timestamptz not null default now()
);
create index events_by_age on stripe.events (received_at);

-- How the owner wants hours to come by themselves, and each time they did.
create table top_up_rules (
  company_id uuid not null references companies,
  enabled boolean not null default false,
  -- When the balance falls below.
  threshold integer not null check (threshold between 1 and 600000),
  pack_id uuid not null references hour_packs (id),
  monthly_cap_cents integer not null check (monthly_cap_cents between 1 and 100000000),
  -- Who is asked first; null: nobody, it is bought at once.
  approver_id uuid references profiles,
  method text not null default 'invoice' check (method in ('card', 'invoice')),
  set_by uuid not null references profiles,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id)
);
call fence('top_up_rules');
create trigger top_up_rules_owner before insert or update on top_up_rules for each row execute function only_owners_buy();
grant select, insert, update (enabled, threshold, pack_id, monthly_cap_cents, approver_id, method, set_by, version, updated_at)
  on top_up_rules to portal_tenant;
grant select on top_up_rules to portal_staff;

create table top_ups (
  company_id uuid not null references companies,
  id uuid not null,
  -- Of the balance: at most one in each.
  episode integer not null,
  state text not null check (state in ('proposed', 'ordered', 'declined', 'capped', 'failed')),
  pack_id uuid not null references hour_packs (id),
  price_cents integer not null check (price_cents > 0),
  order_id uuid,
  balance integer not null,
  decided_by uuid references profiles,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, episode),
  foreign key (company_id, order_id) references orders (company_id, id)
);
create index top_ups_of_company on top_ups (company_id, created_at desc, id desc);
call fence('top_ups');
grant select, update (state, order_id, price_cents, decided_by, decided_at) on top_ups to portal_tenant;
create trigger top_ups_owner before update on top_ups for each row execute function only_owners_buy();
grant select, insert, update (state, order_id, price_cents, decided_by, decided_at) on top_ups to portal_staff;
