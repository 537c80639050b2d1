-- Orders, invoices and payments. Every purchase is an order. Its invoice gets a number when it is issued, and a card payment
-- is one way to pay it. Card numbers are kept by Stripe and never here.

create schema stripe;

create table hour_packs (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  minutes integer not null check (minutes between 1 and 600000),
  price_cents integer not null check (price_cents between 50 and 100000000),
  currency text not null default 'usd' check (currency = 'usd'),
  valid_months smallint not null default 12 check (valid_months between 1 and 60),
  position integer not null default 0,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table hour_packs is 'Hour packs that partners can buy; they belong to the provider.';
create unique index hour_packs_by_id on hour_packs (id);
create unique index hour_packs_by_name on hour_packs (company_id, lower(name)) where archived_at is null;
call enforce_row_level_security('hour_packs');
-- Everybody who signed in reads what is sold, and nobody without a company.
create policy packs_for_all on hour_packs for select to portal_tenant using (
  archived_at is null and (select nullif(current_setting('app.company_id', true), '')) is not null);
grant select on hour_packs to portal_tenant;
grant select, insert, update (name, minutes, price_cents, valid_months, position, version, archived_at, updated_at) on
  hour_packs to portal_staff;

create sequence order_number start 1001;
grant usage on sequence order_number to portal_tenant, portal_staff;
create table orders (
  company_id uuid not null references companies,
  id uuid not null,
  number bigint not null default nextval('order_number'),
  -- What led to the order: a purchase, low hours, a signature, a new month, or overage.
  source text not null check (source in ('purchase', 'top_up', 'agreement', 'recurring', 'overage', 'manual')),
  -- open: to be paid. An abandoned card order is cancelled.
  status text not null default 'open' check (status in ('open', 'paid', 'cancelled', 'refunded')),
  -- The chosen way to pay; the payment may differ.
  method text not null check (method in ('card', 'invoice')),
  total_cents integer not null check (total_cents >= 0),
  currency text not null default 'usd' check (currency = 'usd'),
  agreement_id uuid,
  -- Null: a job.
  placed_by uuid references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The order that this one replaces; each is replaced once.
  replaces uuid,
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, replaces) references orders (company_id, id)
);
comment on table orders is 'Orders: every purchase of a company.';
create unique index orders_by_id on orders (id);
create unique index orders_by_number on orders (number);
create index orders_of_company on orders (company_id, created_at desc, id desc);
create index orders_by_creation on orders (created_at desc, id desc);
create unique index orders_replaced_once on orders (company_id, replaces) where replaces is not null;
call enforce_row_level_security('orders');
grant select, insert, update (status, method, updated_at) on orders to portal_tenant, portal_staff;
create trigger orders_owner before insert or update on orders for each row execute function only_owners_buy();
create trigger orders_settled before insert or update on orders for each row execute function partners_never_settle();

create table order_lines (
  company_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position smallint not null default 0,
  kind text not null check (kind in ('hours', 'agreement', 'month', 'overage', 'product', 'other')),
  description text not null check (length(description) between 1 and 500),
  quantity numeric(10, 3) not null default 1 check (quantity > 0 and quantity <= 1000000),
  unit_cents integer not null,
  amount_cents integer not null,
  -- The bought pack, which the block was made from.
  pack_id uuid references hour_packs (id),
  block_id uuid,
  agreement_id uuid,
  -- First and last day of the billed month or part of it.
  period_from date,
  period_to date check (period_to >= period_from),
  -- The bought product, which the automation was made from.
  product_id uuid references products (id),
  -- A voided month may be billed again by an administrator.
  voided boolean not null default false,
  -- Numbers the lines of an overage whose rate was amended within its month: one per rate.
  part smallint not null default 0 check (part between 0 and 1000),
  primary key (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id),
  foreign key (company_id, block_id) references hour_blocks (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  constraint order_lines_amount_check check (amount_cents = round(quantity * unit_cents))
);
comment on table order_lines is 'Lines of an order.';
create index order_lines_of_order on order_lines (company_id, order_id, position);
create index order_lines_of_block on order_lines (company_id, block_id) where block_id is not null;
create index order_lines_of_product on order_lines (product_id) where product_id is not null;
create unique index order_lines_one_month on order_lines (company_id, agreement_id, kind, period_from, part)
  where kind in ('month', 'overage') and not voided;
create index order_lines_of_agreement on order_lines (company_id, agreement_id) where agreement_id is not null;
call enforce_row_level_security('order_lines');
grant select, insert on order_lines to portal_tenant;
grant select, insert, update (voided) on order_lines to portal_staff;
-- What the partners' login may never do: buy without being an owner, write an invoice that is more than a draft, or mark an
-- order as paid.
create trigger order_lines_owner before insert on order_lines for each row execute function only_owners_buy();

create table invoices (
  company_id uuid not null references companies,
  id uuid not null,
  order_id uuid not null,
  -- INV-2026-0001; null while a card order is not paid and nothing is owed.
  number text unique check (number ~ '^INV-\d{4}-\d{4,}$'),
  status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'void', 'refunded')),
  total_cents integer not null check (total_cents >= 0),
  paid_cents integer not null default 0 check (paid_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0 and refunded_cents <= paid_cents),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Names and addresses of buyer and seller on the day of issue.
  bill_to jsonb not null default '{}',
  issued_by jsonb not null default '{}',
  issued_on date,
  due_on date,
  issued_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  void_reason text check (length(void_reason) between 1 and 500),
  -- Days after the due date of the last reminder: 0, 7 or 14; null: none yet.
  reminded smallint,
  -- Automatic attempts to charge the stored card.
  charge_attempts smallint not null default 0,
  next_charge_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_draft boolean not null generated always as (status = 'draft') stored,
  primary key (company_id, id),
  unique (company_id, order_id),
  foreign key (company_id, order_id) references orders (company_id, id),
  constraint invoices_issued check (status = 'draft' or (number is not null and issued_on is not null and due_on is not
    null)),
  constraint invoices_paid check (status <> 'paid' or paid_cents >= total_cents)
);
comment on table invoices is 'Invoices of orders.';
create unique index invoices_by_id on invoices (id);
create index invoices_of_company on invoices (company_id, issued_at desc nulls first, id desc);
create index invoices_by_issue on invoices (issued_at desc, id desc) where status <> 'draft';
create index invoices_open on invoices (due_on, id) where status = 'open';
create index invoices_to_charge on invoices (next_charge_at) where status = 'open' and next_charge_at is not null;
-- Sort orders of the list of invoices.
create index invoices_of_company_due on invoices (company_id, due_on, id) where status <> 'draft';
create index invoices_by_due on invoices (due_on, id) where status <> 'draft';
create index invoices_by_total on invoices (total_cents, id) where status <> 'draft';
create index invoices_unsent on invoices (due_on, reminded) where status = 'open';
call enforce_row_level_security('invoices');
grant select, insert on invoices to portal_tenant;
grant select, insert, update (status, paid_cents, refunded_cents, paid_at, voided_at, void_reason, reminded, charge_attempts,
  next_charge_at, version, updated_at) on invoices to portal_staff;
create trigger invoices_owner before insert on invoices for each row execute function only_owners_buy();
create trigger invoices_settled before insert on invoices for each row execute function partners_never_settle();

-- A rollback returns the number, and two concurrent transactions wait for each other.
create table invoice_numbers (
  company_id uuid not null references companies,
  year smallint not null,
  last integer not null default 0,
  primary key (company_id, year)
);
comment on table invoice_numbers is 'The last invoice number of each year; counted in the transaction that issues, so that no number is missing or used twice.';
call enforce_row_level_security('invoice_numbers');

create table payments (
  company_id uuid not null references companies,
  id uuid not null,
  invoice_id uuid not null,
  method text not null check (method in ('card', 'transfer')),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Card: its id at Stripe, and what may be shown.
  stripe_payment_intent text unique,
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  -- Charged without the owner present.
  off_session boolean not null default false,
  failure_code text,
  failure_message text,
  -- Bank transfer: who recorded it, with the bank's reference.
  recorded_by uuid references profiles,
  reference text check (length(reference) between 1 and 200),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
comment on table payments is 'Payments of invoices by card or bank transfer.';
create unique index payments_by_id on payments (id);
create index payments_of_invoice on payments (company_id, invoice_id, created_at);
create index payments_of_company on payments (company_id, created_at desc, id desc);
create index payments_by_creation on payments (created_at desc, id desc);
-- Revenue by month.
create index payments_by_day on payments (paid_at) where status = 'succeeded';
create index payments_pending on payments (created_at) where status = 'pending' and method = 'card';
call enforce_row_level_security('payments');
grant select on payments to portal_tenant;
grant select, insert, update (status, refunded_cents, stripe_payment_intent, card_brand, card_last4, failure_code,
  failure_message, paid_at, updated_at) on payments to portal_staff;

create table refunds (
  company_id uuid not null references companies,
  id uuid not null,
  payment_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  stripe_refund text unique,
  -- Unused minutes that were revoked with it.
  minutes integer not null default 0 check (minutes >= 0),
  refunded_by uuid references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Minutes that the refund revokes (null: the share of the money), and when it did: a refund may be reported before its
  -- payment.
  wanted_minutes integer check (wanted_minutes between 0 and 600000),
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id)
);
comment on table refunds is 'Refunds of payments.';
create index refunds_of_payment on refunds (company_id, payment_id, created_at);
create index refunds_by_day on refunds (created_at) where status = 'succeeded';
call enforce_row_level_security('refunds');
grant select on refunds to portal_tenant;
grant select, insert, update (status, stripe_refund, minutes, updated_at, settled_at) on refunds to portal_staff;

create table stripe_customers (
  company_id uuid not null references companies,
  stripe_id text not null unique check (length(stripe_id) between 1 and 255),
  payment_method text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  card_exp_month smallint,
  card_exp_year smallint,
  -- The owner who allowed charges without being present, and when.
  consent_by uuid references profiles,
  consent_at timestamptz,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The sentence that an owner agreed to when the card was stored.
  consent text check (length(consent) between 1 and 1000),
  -- When an owner removed the card: earlier consent does not cover a new one.
  card_removed_at timestamptz,
  primary key (company_id)
);
comment on table stripe_customers is 'The customer of a company at Stripe, and what may be shown of its default card.';
create index stripe_customers_by_method on stripe_customers (payment_method) where payment_method is not null;
call enforce_row_level_security('stripe_customers');
-- A customer that was deleted at Stripe is deleted here.
grant select (company_id, card_brand, card_last4, card_exp_month, card_exp_year, consent_by, consent_at, consent) on
  stripe_customers to portal_tenant;
grant select, insert, update (stripe_id, payment_method, card_brand, card_last4, card_exp_month, card_exp_year, consent_by,
  consent_at, synced_at, updated_at, consent, card_removed_at), delete on stripe_customers to portal_staff;

create table checkouts (
  company_id uuid not null references companies,
  id uuid not null,
  order_id uuid not null,
  -- Null until Stripe answered. After a request that did not reach Stripe the next attempt uses the same key; after an unknown
  -- result the row is abandoned, and the next attempt gets another row.
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
comment on table checkouts is 'Checkout sessions at Stripe that pay an order or an open invoice.';
create unique index checkouts_by_id on checkouts (id);
create index checkouts_of_order on checkouts (company_id, order_id, created_at);
create unique index checkouts_one_open on checkouts (company_id, order_id) where status = 'open';
-- Open at Stripe; a job polls for the result.
create index checkouts_open on checkouts (created_at) where status = 'open';
call enforce_row_level_security('checkouts');
grant select on checkouts to portal_tenant;
grant select, insert, update (stripe_session, url, status, updated_at) on checkouts to portal_staff;

create table stripe.events (
  key text primary key,
  type text not null,
  object_id text,
  company_id uuid,
  payload jsonb not null,
  -- What it caused, in a word; null: nothing yet.
  outcome text,
  received_at timestamptz not null default now()
);
comment on table stripe.events is 'Events that Stripe sent, each once.';
create index events_by_age on stripe.events (received_at);

create table top_up_rules (
  company_id uuid not null references companies,
  enabled boolean not null default false,
  -- Minutes; a top-up begins when the balance falls below.
  threshold integer not null check (threshold between 1 and 600000),
  pack_id uuid not null references hour_packs (id),
  monthly_cap_cents integer not null check (monthly_cap_cents between 1 and 100000000),
  -- Who must approve; null: nobody.
  approver_id uuid references profiles,
  method text not null default 'invoice' check (method in ('card', 'invoice')),
  set_by uuid not null references profiles,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id)
);
comment on table top_up_rules is 'Automatic top-up of a company: below which balance, with which pack, up to which amount per month.';
call enforce_row_level_security('top_up_rules');
-- The job that tops up locks the rule, which requires the right to update it.
grant select, insert, update (enabled, threshold, pack_id, monthly_cap_cents, approver_id, method, set_by, version,
  updated_at) on top_up_rules to portal_tenant;
grant select, update (updated_at) on top_up_rules to portal_staff;
create trigger top_up_rules_owner before insert or update on top_up_rules for each row execute function only_owners_buy();

create table top_ups (
  company_id uuid not null references companies,
  id uuid not null,
  -- The episode of the balance; at most one top-up in each.
  episode integer not null,
  state text not null check (state in ('proposed', 'ordered', 'declined', 'capped', 'failed')),
  pack_id uuid not null references hour_packs (id),
  price_cents integer not null check (price_cents > 0),
  order_id uuid,
  balance integer not null,
  decided_by uuid references profiles,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  -- Why it failed, in words for people.
  failure text check (length(failure) between 1 and 500),
  primary key (company_id, id),
  unique (company_id, episode),
  foreign key (company_id, order_id) references orders (company_id, id)
);
comment on table top_ups is 'Automatic top-ups, whether they were bought, await approval or failed.';
create index top_ups_of_company on top_ups (company_id, created_at desc, id desc);
call enforce_row_level_security('top_ups');
-- A failed top-up may be retried in the same episode: in another month, with another cap or pack, or with a card.
grant select, update (state, price_cents, order_id, decided_by, decided_at) on top_ups to portal_tenant;
grant select, insert, update (state, pack_id, price_cents, order_id, balance, decided_by, decided_at, failure) on top_ups to
  portal_staff;
create trigger top_ups_owner before update on top_ups for each row execute function only_owners_buy();

create table card_pages (
  company_id uuid not null references companies,
  id uuid not null,
  -- Null until Stripe answered. After a request that did not reach Stripe the next attempt uses the same key; after an unknown
  -- result the row is abandoned, and the next attempt gets another row.
  stripe_session text unique,
  url text,
  consent text not null check (length(consent) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  started_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table card_pages is 'Pages at Stripe on which a company stores a card, and what was agreed to before.';
create unique index card_pages_by_id on card_pages (id);
create unique index card_pages_one_open on card_pages (company_id) where status = 'open';
create index card_pages_open on card_pages (created_at) where status = 'open';
call enforce_row_level_security('card_pages');
grant select on card_pages to portal_tenant;
grant select, insert, update (stripe_session, url, status, updated_at) on card_pages to portal_staff;

create table remittance_details (
  company_id uuid primary key references companies,
  account_name text not null check (length(account_name) between 1 and 100),
  bank_name text not null check (length(bank_name) between 1 and 100),
  routing_number text not null check (routing_number ~ '^\d{9}$'),
  account_number text not null check (length(account_number) between 4 and 34),
  swift text check (length(swift) in (8, 11)),
  address text check (length(address) between 1 and 500),
  note text check (length(note) between 1 and 1000),
  version integer not null default 1,
  updated_by uuid references profiles on delete set null,
  updated_at timestamptz not null default now()
);
comment on table remittance_details is 'How partners pay by bank transfer: one row, of the provider.';
call enforce_row_level_security('remittance_details');
grant select, insert, update on remittance_details to portal_staff;

create table stripe.setup (
  only_row boolean primary key default true check (only_row),
  -- False in the demo, which issues invoices without a way to pay.
  required boolean not null,
  -- The setting BANK_TRANSFER, which invoices show until administrators enter the details.
  bank_transfer text
);
comment on table stripe.setup is 'One row: the ways to pay that the settings of this deployment allow, written at each start.';

-- Triggers of this module on tables of others.
create trigger companies_seed_packs after insert on companies for each row when (new.is_internal) execute function seed_provider_packs();
