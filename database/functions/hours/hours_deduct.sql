-- Deducts minutes by hand; they do not count as used. Raises HX002 with the available minutes when there are fewer. In
-- SQL because it moves minutes while the balance is locked, in one call.
create or replace function hours_deduct(of_company uuid, minutes integer, block uuid, reason text, by_user uuid default null,
  at timestamptz default null, out balance integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
  block_row record;
  part integer;
  rest integer := hours_deduct.minutes;
  who uuid := hours_actor(by_user);
begin
  perform hours_guard(of_company, 'adjust');
  if minutes <= 0 then raise exception 'the number of minutes must be above zero' using errcode = 'check_violation'; end if;
  balance_row := hours_lock_balance(of_company);
  at := hours_movement_time(at);
  for block_row in
    select x.id, x.remaining, x.agreement_id from hour_blocks x
    where x.company_id = of_company and x.state = 'active' and x.remaining > 0 and (block is null or x.id = block)
    order by x.expires_on nulls last, x.purchased_at, x.id
  loop
    part := least(rest, block_row.remaining);
    balance_row.balance := balance_row.balance - part;
    update hour_blocks x set remaining = x.remaining - part where x.company_id = of_company and x.id = block_row.id;
    perform hours_line(of_company, 'adjustment', block_row.id, -part, 0, balance_row.balance, null, block_row.agreement_id, null, who, reason, at);
    rest := rest - part;
    exit when rest = 0;
  end loop;
  if rest > 0 then
    raise exception 'not enough minutes are left' using errcode = 'HX002', detail = json_build_object('available', minutes - rest)::text;
  end if;
  balance_row.base := greatest(balance_row.base - hours_deduct.minutes, 0);
  perform hours_write_balance(balance_row, false, true, who, at);
  balance := balance_row.balance;
end $$;
revoke all on function hours_deduct(uuid, integer, uuid, text, uuid, timestamptz) from public;
grant execute on function hours_deduct(uuid, integer, uuid, text, uuid, timestamptz) to portal_staff;
