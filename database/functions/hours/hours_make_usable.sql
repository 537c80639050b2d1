-- Makes a block usable while the balance is locked. A block that was voided before it was usable can still be paid for.
-- The months that it is valid count from its first day if it starts later.
-- In SQL because the functions that move minutes call it.
create or replace function hours_make_usable(balance_row hour_balances, block uuid, released_by uuid, reason text, note text, who uuid, at timestamptz) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  block_row hour_blocks;
  today date := hours_day(at);
begin
  select * into block_row from hour_blocks x where x.company_id = balance_row.company_id and x.id = block for update;
  if not found then return null; end if;
  if block_row.activated_at is not null then return false; end if;
  update hour_blocks x set state = 'active', remaining = x.granted, activated_at = at, released_by = hours_make_usable.released_by, release_reason = reason,
    expires_on = case when x.valid_months is null then x.expires_on else (greatest(today, x.starts_on) + make_interval(months => x.valid_months))::date end
    where x.company_id = balance_row.company_id and x.id = block;
  balance_row.balance := balance_row.balance + block_row.granted;
  perform hours_line(balance_row.company_id,
    case when note is not null then 'adjustment' when block_row.source in ('retainer', 'grant') then 'grant' when block_row.source = 'rollover' then 'rollover' else 'purchase' end,
    block, block_row.granted, 0, balance_row.balance, null, block_row.agreement_id, null, who, coalesce(note, reason), at);
  if balance_row.lowest < 0 then balance_row := hours_draw_overdraft(balance_row, today, who, at); end if;
  perform hours_write_balance(balance_row, true, false, who, at);
  insert into events (company_id, topic, kind, subject_id, actor_id, data) values (balance_row.company_id, 'hours', 'granted', block, who,
    jsonb_build_object('blockId', block, 'minutes', block_row.granted, 'source', block_row.source));
  return true;
end $$;
revoke all on function hours_make_usable(hour_balances, uuid, uuid, text, text, uuid, timestamptz) from public;
