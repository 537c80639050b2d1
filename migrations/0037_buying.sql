-- Buying automations: the agreement of a monthly one, what happens when an order is undone, and asking an owner.

-- Signed with an order by card that is not paid: nothing begins before the money is there.
alter table agreements add awaits_payment boolean not null default false,
  add constraint agreements_paid_first check (not awaits_payment or status <> 'active');
grant update (awaits_payment) on agreements to portal_staff;

-- The agreement of a monthly product, as it is offered to whoever buys it: a text that waits for the buyer's signature. Partners
-- write no agreements; what this one says of the money is compared with the product itself. Gives its number.
create function offer_agreement(of_company uuid, agreement uuid, text_id uuid, product uuid, terms jsonb, body text, awaits boolean) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  buyer uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  given bigint;
begin
  if session_user <> 'portal_tenant'
    or of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
    or current_setting('app.role', true) is distinct from 'owner' then
    raise exception 'an owner buys' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from products p where p.id = product and p.status = 'published' and p.price_model = 'monthly'
      and p.price_cents = (terms->>'monthlyPriceCents')::integer and p.name = terms->>'name' and terms->>'type' = 'managed_automation') then
    raise exception 'this is not what the product is sold for' using errcode = 'insufficient_privilege';
  end if;
  insert into agreements (company_id, id, name, type, status, monthly_price_cents, covers_time, sent_at, awaits_payment, created_by)
    values (of_company, agreement, terms->>'name', 'managed_automation', 'sent', (terms->>'monthlyPriceCents')::integer,
      (terms->>'coversTime')::boolean, now(), awaits, buyer)
    returning number into given;
  insert into agreement_revisions (company_id, id, agreement_id, revision, status, terms, body, source, sha256, sent_at, created_by)
    values (of_company, text_id, agreement, 1, 'sent', terms, body, body, encode(sha256(convert_to(body, 'UTF8')), 'hex'), now(), buyer);
  return given;
end $$;
revoke all on function offer_agreement(uuid, uuid, uuid, uuid, jsonb, text, boolean) from public;
grant execute on function offer_agreement(uuid, uuid, uuid, uuid, jsonb, text, boolean) to portal_tenant;

-- When its order was voided or given back; administrators are told once.
alter table installations add order_undone_at timestamptz;
grant update (order_undone_at) on installations to portal_staff;

-- The buyer has answered, and engineers have their ticket: the set-up begins. The only step of an installation that a partner's
-- login brings about.
create function begin_setup(of_company uuid, installation uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or current_setting('app.role', true) is distinct from 'owner') then
    raise exception 'an owner answers' using errcode = 'insufficient_privilege';
  end if;
  update installations i set status = 'provisioning', provisioning_at = coalesce(i.provisioning_at, now())
    where i.company_id = of_company and i.id = installation and i.status = 'requested'
      and i.answered_at is not null and i.ticket_id is not null;
  return found;
end $$;
revoke all on function begin_setup(uuid, uuid) from public;
grant execute on function begin_setup(uuid, uuid) to portal_tenant, portal_staff;

-- Work on the ticket on which something bought is set up draws no hours.
create index installations_by_ticket on installations (ticket_id) where ticket_id is not null;

-- Somebody who may not buy asked the owners to: told once per product and day.
create table purchase_asks (
  company_id uuid not null references companies,
  product_id uuid not null references products (id),
  asked_on date not null,
  asked_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, product_id, asked_on)
);
call fence('purchase_asks');
grant select, insert on purchase_asks to portal_tenant;
grant select on purchase_asks to portal_staff;

-- Pages of ours stand at these addresses.
alter table products add constraint products_slug_free check (slug not in ('preview', 'purchase-complete', 'sitemap'));
