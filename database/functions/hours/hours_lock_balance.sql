-- Returns the balance of a company, locked until the end of the transaction. Functions that move minutes read the clock
-- after this: lines are then in the order of their times, and billing up to a line leaves none behind. In SQL because
-- the functions that move minutes call it.
create or replace function hours_lock_balance(of_company uuid) returns hour_balances language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
begin
  select * into balance_row from hour_balances x where x.company_id = of_company for update;
  if not found then
    insert into hour_balances (company_id) values (of_company) on conflict do nothing;
    select * into balance_row from hour_balances x where x.company_id = of_company for update;
  end if;
  return balance_row;
end $$;
revoke all on function hours_lock_balance(uuid) from public;
