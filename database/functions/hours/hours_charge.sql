-- Makes an entry draw exactly these minutes (null: not charged): reverses what it drew and draws again. Overage that was
-- invoiced stays overage of its agreement, as far as the entry still has as many minutes: it is not drawn from hours
-- bought since, nor billed again under another agreement. Raises HX001 with the balance and the missing minutes when
-- the hours do not suffice and the policy allows no more. In SQL because it moves minutes while the balance is locked,
-- in one call.
create or replace function hours_charge(of_company uuid, entry uuid, wanted integer, agreement uuid, policy text, percent integer,
  by_user uuid default null, at timestamptz default null, out balance integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  balance_row hour_balances;
  before integer;
  worked date;
  today date;
  who uuid := hours_actor(by_user);
  want integer := coalesce(wanted, 0);
  invoiced record;
  kept jsonb := '{}';
  drawn_before record;
  block_row record;
  drawn record;
  loose jsonb := '{}';
  below integer := 0;
  beyond integer := 0;
  room integer;
  rolled integer;
  same boolean := true;
  total integer := 0;
begin
  perform hours_guard(of_company, 'charge');
  balance_row := hours_lock_balance(of_company);
  at := hours_movement_time(at);
  before := balance_row.balance;
  worked := keep_charged(of_company, entry, wanted, agreement);
  if worked is null then raise exception 'no such time entry' using errcode = 'foreign_key_violation'; end if;

  for invoiced in
    select l.agreement_id, sum(l.overage)::integer as minutes
    from hour_ledger l join hour_overage_marks m on m.company_id = l.company_id and m.agreement_id = l.agreement_id and m.billed_up_to >= l.id
    where l.company_id = of_company and l.entry_id = entry
    group by l.agreement_id having sum(l.overage) > 0 order by min(l.id)
  loop
    kept := kept || jsonb_build_object(invoiced.agreement_id::text, least(invoiced.minutes, want));
    want := want - least(invoiced.minutes, want);
  end loop;

  for drawn_before in
    select l.block_id, l.agreement_id, -sum(l.minutes)::integer as minutes, sum(l.overage)::integer - k.minutes as overage, x.expires_on
    from hour_ledger l left join hour_blocks x on x.company_id = l.company_id and x.id = l.block_id cross join lateral (
      select case when l.block_id is null then coalesce((kept->>l.agreement_id::text)::integer, 0) else 0 end as minutes) k
    where l.company_id = of_company and l.entry_id = entry
    group by l.block_id, l.agreement_id, k.minutes, x.expires_on having sum(l.minutes) <> 0 or sum(l.overage) <> k.minutes
  loop
    total := total + drawn_before.minutes + drawn_before.overage;
    same := same and drawn_before.block_id is not null and drawn_before.agreement_id is not distinct from agreement
      and (drawn_before.expires_on is null or drawn_before.expires_on >= worked);
  end loop;
  if same and total = want then
    balance := balance_row.balance;
    return;
  end if;
  today := hours_day(at);

  for drawn_before in
    select l.block_id, l.agreement_id, -sum(l.minutes)::integer as minutes, sum(l.overage)::integer - k.minutes as overage,
      max(l.id) filter (where l.kind in ('consumption', 'overage')) as line
    from hour_ledger l cross join lateral (
      select case when l.block_id is null then coalesce((kept->>l.agreement_id::text)::integer, 0) else 0 end as minutes) k
    where l.company_id = of_company and l.entry_id = entry
    group by l.block_id, l.agreement_id, k.minutes having sum(l.minutes) <> 0 or sum(l.overage) <> k.minutes order by 5
  loop
    if drawn_before.overage < 0 then
      perform hours_line(of_company, 'overage', null, 0, -drawn_before.overage, balance_row.balance, entry, drawn_before.agreement_id, null, who, null, at);
      drawn_before.overage := 0;
      continue when drawn_before.minutes = 0;
    end if;
    balance_row.balance := balance_row.balance + drawn_before.minutes;
    perform hours_line(of_company, 'reversal', drawn_before.block_id, drawn_before.minutes, -drawn_before.overage,
      balance_row.balance, entry, drawn_before.agreement_id, drawn_before.line, who, null, at);
    if drawn_before.block_id is null then
      balance_row.lowest := balance_row.lowest + drawn_before.minutes;
      below := below + drawn_before.minutes;
      beyond := beyond + drawn_before.overage;
    else
      update hour_blocks x set remaining = x.remaining + drawn_before.minutes
        where x.company_id = of_company and x.id = drawn_before.block_id and x.state = 'active';
      if not found then
        loose := loose || jsonb_build_object(drawn_before.block_id::text,
          coalesce((loose->>drawn_before.block_id::text)::integer, 0) + drawn_before.minutes);
      end if;
    end if;
  end loop;

  select * into drawn from hours_allocate(of_company, entry, worked, agreement, want, today, who, at, balance_row.balance, loose);
  balance_row.balance := drawn.balance;
  loose := drawn.loose;

  if drawn.rest > 0 then
    room := case when policy = 'percent'
      then greatest((balance_row.base::bigint * coalesce(percent, 0) / 100)::integer + balance_row.lowest, 0) else 0 end;
    -- An overdraft that was allowed before stays allowed as long as it does not grow, so that an entry can always be
    -- reduced.
    if policy = 'bill' or drawn.rest > greatest(room, below) and drawn.rest <= beyond then
      perform hours_line(of_company, 'overage', null, 0, drawn.rest, balance_row.balance, entry, agreement, null, who, null, at);
    else
      if drawn.rest > greatest(room, below) then
        raise exception 'hours exhausted' using errcode = 'HX001',
          detail = json_build_object('balance', before, 'missing', drawn.rest - room)::text;
      end if;
      balance_row.balance := balance_row.balance - drawn.rest;
      balance_row.lowest := balance_row.lowest - drawn.rest;
      perform hours_line(of_company, 'consumption', null, -drawn.rest, 0, balance_row.balance, entry, agreement, null, who, null, at);
    end if;
  end if;

  -- Minutes returned to an ended block: past its last day they expire again. A voided block lost only what was left of
  -- it, so returned minutes belong to the company.
  for block_row in
    select x.id, x.state, x.expires_on, (loose->>x.id::text)::integer as minutes from hour_blocks x
    where x.company_id = of_company and loose ? x.id::text order by x.id
  loop
    continue when block_row.minutes <= 0;
    if block_row.state = 'expired' or block_row.expires_on < today then
      rolled := case block_row.state when 'expired' then hours_count_rollover(of_company, block_row.id, block_row.minutes, today) else 0 end;
      if rolled > 0 then perform hours_roll_over(of_company, block_row.id, rolled, balance_row.balance, who, at); end if;
      continue when block_row.minutes = rolled;
      balance_row.balance := balance_row.balance - (block_row.minutes - rolled);
      update hour_blocks x set expired = x.expired + block_row.minutes - rolled, state = 'expired' where x.company_id = of_company and x.id = block_row.id;
      perform hours_line(of_company, 'expiry', block_row.id, -(block_row.minutes - rolled), 0, balance_row.balance, null, null, null, who, null, at);
    else
      update hour_blocks x set remaining = block_row.minutes, state = 'active' where x.company_id = of_company and x.id = block_row.id;
    end if;
  end loop;

  if balance_row.lowest < 0 then balance_row := hours_draw_overdraft(balance_row, today, who, at); end if;
  perform hours_write_balance(balance_row, false, balance_row.balance < before, who, at);
  balance := balance_row.balance;
end $$;
revoke all on function hours_charge(uuid, uuid, integer, uuid, text, integer, uuid, timestamptz) from public;
grant execute on function hours_charge(uuid, uuid, integer, uuid, text, integer, uuid, timestamptz) to portal_staff;
