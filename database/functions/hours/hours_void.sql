-- Revokes a block: a pending one, or what is left of an active one; with `at_most` only that many minutes of an active
-- one, which remains. Drawn minutes stay drawn. Returns the revoked minutes, or null without such a block. In SQL
-- because it moves minutes while the balance is locked, in one call.
create or replace function hours_void(of_company uuid, block uuid, reason text, at_most integer default null, by_user uuid default null,
  at timestamptz default null) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
  block_row hour_blocks;
  part integer;
  who uuid := hours_actor(by_user);
begin
  perform hours_guard(of_company, 'drop');
  balance_row := hours_lock_balance(of_company);
  at := hours_movement_time(at);
  select * into block_row from hour_blocks x where x.company_id = of_company and x.id = block for update;
  if not found then return null; end if;
  if block_row.state = 'active' then
    perform hours_guard(of_company, 'void');
  elsif block_row.state <> 'pending' or at_most is not null then
    return 0;
  end if;
  part := case when at_most is null then block_row.remaining else least(block_row.remaining, greatest(at_most, 0)) end;
  update hour_blocks x set state = case when at_most is null then 'void' else x.state end, remaining = x.remaining - part
    where x.company_id = of_company and x.id = block;
  if part = 0 then return 0; end if;
  balance_row.balance := balance_row.balance - part;
  -- Revoked minutes are not used ones: percentages count from what remains, and no alert is sent.
  balance_row.base := greatest(balance_row.base - part, 0);
  perform hours_line(of_company, 'reversal', block, -part, 0, balance_row.balance, null, block_row.agreement_id,
    (select min(l.id) from hour_ledger l where l.company_id = of_company and l.block_id = block and l.minutes > 0), who, reason, at);
  perform hours_write_balance(balance_row, false, false, who, at);
  return part;
end $$;
revoke all on function hours_void(uuid, uuid, text, integer, uuid, timestamptz) from public;
grant execute on function hours_void(uuid, uuid, text, integer, uuid, timestamptz) to portal_tenant, portal_staff;
