-- A provider begins with the packs that the product comes with; administrators change them.
create function seed_packs(provider uuid) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into hour_packs (company_id, id, name, minutes, price_cents, position)
  select provider, gen_random_uuid(), p.name, p.minutes, p.price_cents, p.position
  from (values ('10 hours', 600, 175000, 0), ('20 hours', 1200, 332500, 1), ('40 hours', 2400, 630000, 2), ('100 hours', 6000, 1487500, 3))
    as p (name, minutes, price_cents, position)
  where not exists (select from hour_packs h where h.company_id = provider)
$$;
revoke all on function seed_packs(uuid) from public;
create function seed_provider_packs() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform seed_packs(new.id);
  return null;
end $$;
create trigger companies_seed_packs after insert on companies for each row when (new.is_internal) execute function seed_provider_packs();
select seed_packs(id) from companies where is_internal;

-- Who invoices are from. Partners do not see the provider's row, but they read this on every invoice.
create function provider_party() returns jsonb language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object('name', c.name, 'address', c.address, 'email', null, 'phone', c.phone)
  from companies c where c.is_internal order by c.created_at, c.id limit 1
$$;
revoke all on function provider_party() from public;
grant execute on function provider_party() to portal_tenant, portal_staff;

-- What a partner's own login may never do, whatever the code above forgets: buy without being an owner, write an invoice
-- that is more than a draft, or call an order paid.
create trigger order_lines_owner before insert on order_lines for each row execute function only_owners_buy();
create trigger invoices_owner before insert on invoices for each row execute function only_owners_buy();
create function partners_never_settle() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'portal_tenant' then return new; end if;
  -- Each table in a branch of its own: the columns of the other are not there.
  if tg_table_name = 'invoices' then
    if new.status = 'draft' and new.number is null and new.paid_cents = 0 and new.refunded_cents = 0 then return new; end if;
  elsif tg_op = 'INSERT' then
    if new.status = 'open' then return new; end if;
  elsif new.status = old.status or old.status = 'open' and new.status = 'cancelled' then
    return new;
  end if;
  raise exception 'what is paid is not for partners to say' using errcode = 'insufficient_privilege';
end $$;
create trigger invoices_settled before insert on invoices for each row execute function partners_never_settle();
create trigger orders_settled before insert or update on orders for each row execute function partners_never_settle();

-- Why a top-up did not come about, in plain words.
alter table top_ups add failure text check (length(failure) between 1 and 500);
-- It may come about later in the same episode: in another month, with another cap or pack, with a card.
grant update (failure, pack_id, balance) on top_ups to portal_staff;

-- The orders of the list of invoices.
create index invoices_of_company_due on invoices (company_id, due_on, id) where status <> 'draft';
create index invoices_by_due on invoices (due_on, id) where status <> 'draft';
create index invoices_by_total on invoices (total_cents, id) where status <> 'draft';
create index invoices_unsent on invoices (due_on, reminded) where status = 'open';
-- Revenue by month.
create index payments_by_day on payments (paid_at) where status = 'succeeded';
create index refunds_by_day on refunds (created_at) where status = 'succeeded';

-- Which minutes a refund is meant to take back (null: the share of the money), and when that was done: a refund may be
-- told of before its payment.
alter table refunds
  add wanted_minutes integer check (wanted_minutes between 0 and 600000),
  add settled_at timestamptz;
grant update (minutes, settled_at) on refunds to portal_staff;

-- The job that tops up holds the rule while it looks and buys; that takes the right to touch it.
grant update (updated_at) on top_up_rules to portal_staff;

-- What is sold is read by everybody who signed in, and by nobody without a company.
alter policy packs_for_all on hour_packs using (
  archived_at is null and (select nullif(current_setting('app.company_id', true), '')) is not null);
