-- How partners pay by bank transfer, as administrators of the provider set it. One row, of the provider's company.
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
call fence('remittance_details');
grant select, insert, update on remittance_details to portal_staff;

-- What the settings of the running deployment say about ways to pay. Written at each start.
create table stripe.setup (
  only_row boolean primary key default true check (only_row),
  cards boolean not null,
  -- False in the demo, which issues invoices whatever is set.
  required boolean not null,
  -- The setting BANK_TRANSFER: what invoices say until administrators enter the details.
  bank_transfer text
);

create function remittance_now() returns jsonb language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select jsonb_strip_nulls(jsonb_build_object('accountName', r.account_name, 'bankName', r.bank_name,
        'routingNumber', r.routing_number, 'accountNumber', r.account_number, 'swift', r.swift, 'address', r.address, 'note', r.note))
      from remittance_details r join companies c on c.id = r.company_id where c.is_internal order by c.created_at, c.id limit 1),
    (select jsonb_build_object('note', s.bank_transfer) from stripe.setup s where s.bank_transfer is not null))
$$;
revoke all on function remittance_now() from public;
grant execute on function remittance_now() to portal_tenant, portal_staff;

-- An invoice that nobody can pay is not issued.
create function invoices_can_be_paid() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select s.cards or not s.required from stripe.setup s), true) or remittance_now() is not null
$$;
revoke all on function invoices_can_be_paid() from public;
grant execute on function invoices_can_be_paid() to portal_tenant, portal_staff;

-- Every invoice keeps the details as they are on the day of issue.
create or replace function provider_party() returns jsonb language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object('name', c.name, 'address', c.address, 'email', null, 'phone', c.phone, 'remittance', remittance_now())
  from companies c where c.is_internal order by c.created_at, c.id limit 1
$$;

-- A kind of finding more, beside those that are there.
do $$ begin
  execute 'alter table findings drop constraint findings_kind_check, add constraint findings_kind_check ' || (
    select replace(pg_get_constraintdef(oid), ']))', ', ''remittance_missing''::text]))') from pg_constraint
    where conrelid = 'findings'::regclass and conname = 'findings_kind_check');
end $$;
