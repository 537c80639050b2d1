-- Locks the balance until the end of the transaction and returns it. Changes of existing entries take this lock before
-- the entries, and so does the approval of an estimate: of two at the same time, the second sees the result of the
-- first.
create or replace function hours_hold(of_company uuid, out balance integer, out base integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
begin
  perform hours_guard(of_company, 'hold');
  balance_row := hours_take(of_company);
  balance := balance_row.balance;
  base := balance_row.base;
end $$;
revoke all on function hours_hold(uuid) from public;
grant execute on function hours_hold(uuid) to portal_tenant, portal_staff;
