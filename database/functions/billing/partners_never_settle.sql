-- Rejects changes with which the database role of partners would mark an order or invoice as paid.
create or replace function partners_never_settle() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'portal_tenant' then return new; end if;
  -- A branch per table, because each lacks columns of the other.
  if tg_table_name = 'invoices' then
    if new.status = 'draft' and new.number is null and new.paid_cents = 0 and new.refunded_cents = 0 then return new; end if;
  elsif tg_op = 'INSERT' then
    if new.status = 'open' then return new; end if;
  elsif new.status = old.status or old.status = 'open' and new.status = 'canceled' then
    return new;
  end if;
  raise exception 'partners cannot mark orders or invoices as paid' using errcode = 'insufficient_privilege';
end $$;
