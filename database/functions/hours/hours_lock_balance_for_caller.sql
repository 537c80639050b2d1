-- Locks the balance until the end of the transaction and returns it. Changes of existing entries take this lock before
-- the entries, and so does the approval of an estimate: of two at the same time, the second sees the result of the
-- first. In SQL because it runs as the owner: logins cannot lock the balance.
create or replace function hours_lock_balance_for_caller(of_company uuid, out balance integer, out base integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
begin
  perform hours_guard(of_company, 'hold');
  balance_row := hours_lock_balance(of_company);
  balance := balance_row.balance;
  base := balance_row.base;
end $$;
revoke all on function hours_lock_balance_for_caller(uuid) from public;
grant execute on function hours_lock_balance_for_caller(uuid) to portal_tenant, portal_staff;
