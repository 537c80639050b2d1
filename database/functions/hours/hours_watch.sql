-- Sets the balance below which the automatic top-up is notified, once per episode; null: never. Returns the balance. In
-- SQL because it runs as the owner: logins cannot write the balance.
create or replace function hours_watch(of_company uuid, minutes integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
begin
  perform hours_guard(of_company, 'watch');
  balance_row := hours_lock_balance(of_company);
  update hour_balances x set watch = minutes, told_episode = case when minutes is null then null else x.told_episode end
    where x.company_id = of_company;
  return balance_row.balance;
end $$;
revoke all on function hours_watch(uuid, integer) from public;
grant execute on function hours_watch(uuid, integer) to portal_tenant, portal_staff;
