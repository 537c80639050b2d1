-- Writes a changed balance with its alerts and events. Hours that all expired unused are an alert too: nothing is left.
-- Corrected work can give hours back to a block that was used up when the base was set. The base then grows with them,
-- or the balance would exceed it. In SQL because the functions that move minutes call it.
create or replace function hours_write_balance(balance_row hour_balances, came_in boolean, lowered boolean, who uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  alert smallint := 0;
  fell boolean := false;
begin
  if came_in then
    balance_row.episode := balance_row.episode + 1;
    balance_row.base := hours_base(balance_row.company_id, balance_row.balance);
    balance_row.alerted := 0;
  elsif balance_row.balance > (select x.balance from hour_balances x where x.company_id = balance_row.company_id) then
    balance_row.base := greatest(balance_row.base, hours_base(balance_row.company_id, balance_row.balance));
  elsif lowered then
    if balance_row.base > 0 then
      alert := case when balance_row.balance::bigint * 100 <= balance_row.base::bigint * 5 then 95
        when balance_row.balance::bigint * 100 <= balance_row.base::bigint * 20 then 80 else 0 end;
    elsif balance_row.balance <= 0 then
      alert := 95;
    end if;
    if alert > balance_row.alerted then balance_row.alerted := alert; else alert := 0; end if;
    if balance_row.watch is not null and balance_row.balance < balance_row.watch and balance_row.told_episode is distinct from balance_row.episode then
      balance_row.told_episode := balance_row.episode;
      fell := true;
    end if;
  end if;
  update hour_balances x set balance = balance_row.balance, lowest = balance_row.lowest, base = balance_row.base, episode = balance_row.episode, alerted = balance_row.alerted,
    told_episode = balance_row.told_episode, updated_at = at where x.company_id = balance_row.company_id;
  insert into events (company_id, topic, kind, subject_id, actor_id, data)
    values (balance_row.company_id, 'hours', 'changed', balance_row.company_id, who, jsonb_build_object('balance', balance_row.balance));
  if alert > 0 then
    insert into events (company_id, topic, kind, subject_id, actor_id, data) values (balance_row.company_id, 'hours', 'low', balance_row.company_id, who,
      jsonb_build_object('percent', alert, 'balance', balance_row.balance, 'base', balance_row.base, 'episode', balance_row.episode));
  end if;
  if fell then
    insert into events (company_id, topic, kind, subject_id, actor_id, staff_only, data) values (balance_row.company_id, 'hours', 'fell', balance_row.company_id, who, true,
      jsonb_build_object('balance', balance_row.balance, 'episode', balance_row.episode));
  end if;
end $$;
revoke all on function hours_write_balance(hour_balances, boolean, boolean, uuid, timestamptz) from public;
