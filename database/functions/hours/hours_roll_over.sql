-- Moves minutes of an ended month to its rollover block. The balance stays the same. In SQL because the functions that
-- move minutes call it.
create or replace function hours_roll_over(of_company uuid, block uuid, minutes integer, balance integer, who uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_variable
declare
  block_row record;
  next uuid;
begin
  select x.*, a.rollover, a.ends_on into block_row from hour_blocks x join agreements a on a.company_id = x.company_id and a.id = x.agreement_id
    where x.company_id = of_company and x.id = block;
  update hour_blocks x set granted = x.granted + minutes, remaining = x.remaining + minutes,
      price_cents = round(block_row.price_cents::numeric * (x.granted + minutes) / block_row.granted)::integer
    where x.company_id = of_company and x.agreement_id = block_row.agreement_id and x.period_from = block_row.period_from and x.source = 'rollover'
    returning x.id into next;
  if next is null then
    next := gen_random_uuid();
    insert into hour_blocks (company_id, id, source, agreement_id, state, name, granted, remaining, price_cents, expires_on,
        period_from, purchased_at, activated_at, created_at)
      values (of_company, next, 'rollover', block_row.agreement_id, 'active', left(block_row.name || ', rolled over', 200), minutes, minutes,
        round(block_row.price_cents::numeric * minutes / block_row.granted)::integer,
        case block_row.rollover when 'full' then block_row.ends_on
          else least((date_trunc('month', block_row.expires_on + 1) + interval '1 month - 1 day')::date, block_row.ends_on) end,
        block_row.period_from, at, at, at);
  end if;
  perform hours_line(of_company, 'rollover', block, -minutes, 0, balance - minutes, null, block_row.agreement_id, null, who, null, at);
  perform hours_line(of_company, 'rollover', next, minutes, 0, balance, null, block_row.agreement_id, null, who, null, at);
end $$;
revoke all on function hours_roll_over(uuid, uuid, integer, integer, uuid, timestamptz) from public;
