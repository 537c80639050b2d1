-- Writes a changed balance with its alerts and events. Hours that all expired unused are an alert too: nothing is left.
-- Corrected work can give hours back to a block that was used up when the base was set. The base then grows with them,
-- or the balance would exceed it.
create or replace function hours_close(b hour_balances, came_in boolean, lowered boolean, who uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  alert smallint := 0;
  fell boolean := false;
begin
  if came_in then
    b.episode := b.episode + 1;
    b.base := hours_base(b.company_id, b.balance);
    b.alerted := 0;
  elsif b.balance > (select x.balance from hour_balances x where x.company_id = b.company_id) then
    b.base := greatest(b.base, hours_base(b.company_id, b.balance));
  elsif lowered then
    if b.base > 0 then
      alert := case when b.balance::bigint * 100 <= b.base::bigint * 5 then 95
        when b.balance::bigint * 100 <= b.base::bigint * 20 then 80 else 0 end;
    elsif b.balance <= 0 then
      alert := 95;
    end if;
    if alert > b.alerted then b.alerted := alert; else alert := 0; end if;
    if b.watch is not null and b.balance < b.watch and b.told_episode is distinct from b.episode then
      b.told_episode := b.episode;
      fell := true;
    end if;
  end if;
  update hour_balances x set balance = b.balance, lowest = b.lowest, base = b.base, episode = b.episode, alerted = b.alerted,
    told_episode = b.told_episode, updated_at = at where x.company_id = b.company_id;
  insert into events (company_id, topic, kind, subject_id, actor_id, data)
    values (b.company_id, 'hours', 'changed', b.company_id, who, jsonb_build_object('balance', b.balance));
  if alert > 0 then
    insert into events (company_id, topic, kind, subject_id, actor_id, data) values (b.company_id, 'hours', 'low', b.company_id, who,
      jsonb_build_object('percent', alert, 'balance', b.balance, 'base', b.base, 'episode', b.episode));
  end if;
  if fell then
    insert into events (company_id, topic, kind, subject_id, actor_id, staff_only, data) values (b.company_id, 'hours', 'fell', b.company_id, who, true,
      jsonb_build_object('balance', b.balance, 'episode', b.episode));
  end if;
end $$;
revoke all on function hours_close(hour_balances, boolean, boolean, uuid, timestamptz) from public;
