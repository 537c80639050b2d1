-- Expires blocks whose last day is over; what a retainer rolls over becomes a new block. Expired minutes do not count
-- as used. In SQL because it moves minutes while the balance is locked, in one call.
create or replace function hours_expire(of_company uuid, day date default null, by_user uuid default null, at timestamptz default null,
  out blocks integer, out minutes integer, out balance integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
  block_row record;
  today date;
  roll integer;
  who uuid := hours_actor(by_user);
begin
  perform hours_guard(of_company, 'expire');
  balance_row := hours_lock_balance(of_company);
  at := hours_movement_time(at);
  today := case when day is not null and hours_is_owner_login() then day else hours_day(at) end;
  blocks := 0;
  minutes := 0;
  loop
    select x.* into block_row from hour_blocks x
      where x.company_id = of_company and x.state = 'active' and x.expires_on < today
      order by x.expires_on, x.purchased_at, x.id limit 1;
    exit when not found;
    roll := hours_count_rollover(of_company, block_row.id, block_row.remaining, today);
    blocks := blocks + 1;
    minutes := minutes + block_row.remaining - roll;
    update hour_blocks x set state = 'expired', remaining = 0, expired = block_row.remaining - roll where x.company_id = of_company and x.id = block_row.id;
    if block_row.remaining > roll then
      balance_row.balance := balance_row.balance - (block_row.remaining - roll);
      balance_row.base := greatest(balance_row.base - (block_row.remaining - roll), 0);
      perform hours_line(of_company, 'expiry', block_row.id, -(block_row.remaining - roll), 0, balance_row.balance, null, block_row.agreement_id, null, who, null, at);
      insert into events (company_id, topic, kind, subject_id, actor_id, data) values (of_company, 'hours', 'expired', block_row.id, who,
        jsonb_build_object('blockId', block_row.id, 'minutes', block_row.remaining - roll, 'on', block_row.expires_on));
    end if;
    if roll > 0 then perform hours_roll_over(of_company, block_row.id, roll, balance_row.balance, who, at); end if;
  end loop;
  balance := balance_row.balance;
  -- Blocks whose first day has come settle what is below zero.
  if balance_row.lowest < 0 and hours_drawable(of_company, '-infinity', today) > 0 then balance_row := hours_draw_overdraft(balance_row, today, who, at); end if;
  if blocks > 0 or balance_row.balance <> balance then
    perform hours_write_balance(balance_row, false, minutes > 0, who, at);
    balance := balance_row.balance;
  end if;
end $$;
revoke all on function hours_expire(uuid, date, uuid, timestamptz) from public;
grant execute on function hours_expire(uuid, date, uuid, timestamptz) to portal_staff;
