-- The functions that move minutes. They are the only door: the logins may read blocks, balance and ledger and write none of
-- them. Each takes the company's balance row first and then its blocks, so that movements of one company follow each other
-- whatever runs at the same moment; each writes a ledger line with every change of a block, and the balance at the end.
--
-- What always holds: balance = sum of the ledger = what is left in all blocks + `lowest`, which is what was drawn below
-- zero (0 or negative). What is left in a block = the sum of its lines. What an entry has drawn = `charged`.
--
-- A moment or a day may be given by the owner's login only: seeds and tests lie in the past, requests never do.

create index hour_ledger_below on hour_ledger (company_id, id) where block_id is null and minutes <> 0;
create index hour_ledger_by_age on hour_ledger (company_id, created_at, id);

-- Up to which line the overage of an agreement was put on an invoice. Lines of a company get their numbers while its
-- balance is held, so that no smaller one can appear later.
create table hour_overage_marks (
  company_id uuid not null references companies,
  agreement_id uuid not null,
  billed_up_to bigint not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, agreement_id),
  foreign key (company_id, agreement_id) references agreements (company_id, id)
);
call fence('hour_overage_marks');
grant select, insert, update (billed_up_to, updated_at) on hour_overage_marks to portal_staff;

-- Findings are about a company's money: partners have no part in them.
create index findings_by_time on findings (first_seen_at desc, id desc);

create function hours_is_owner_login() returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select session_user not in ('portal_tenant', 'portal_staff') $$;
create function hours_at(wanted timestamptz) returns timestamptz language sql volatile set search_path = pg_catalog, public, pg_temp as
  $$ select case when wanted is not null and hours_is_owner_login() then wanted else clock_timestamp() end $$;
-- Days are the provider's.
create function hours_zone() returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as
  $$ select coalesce((select c.time_zone from companies c where c.is_internal order by c.created_at, c.id limit 1), 'America/New_York') $$;
create function hours_day(at timestamptz) returns date language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select (at at time zone hours_zone())::date $$;
-- Who acts: the login says so itself, and for the owner's login the caller does. Null: the product itself.
create function hours_who(by_user uuid) returns uuid language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select nullif(case when hours_is_owner_login() then by_user else nullif(current_setting('app.user_id', true), '')::uuid end,
       '00000000-0000-0000-0000-000000000000') $$;

-- Engineers draw; administrators and the product do everything; a partner's owner asks for hours, never makes them usable.
create function hours_guard(of_company uuid, what text) returns void language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  acts_as text := current_setting('app.role', true);
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or acts_as is distinct from 'owner' or what not in ('grant', 'drop', 'watch', 'hold'))
    or session_user = 'portal_staff' and (
      nullif(current_setting('app.user_id', true), '') is null
      or what not in ('charge', 'hold') and acts_as is distinct from 'admin' and acts_as is distinct from 'system') then
    raise exception 'these hours may not be moved by this login' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The balance of a company, held until the transaction ends. Whoever moves minutes looks at the clock after this: lines then
-- have their times in the order of their numbers, and what is billed up to a line leaves none behind.
create function hours_take(of_company uuid) returns hour_balances language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  b hour_balances;
begin
  select * into b from hour_balances x where x.company_id = of_company for update;
  if not found then
    insert into hour_balances (company_id) values (of_company) on conflict do nothing;
    select * into b from hour_balances x where x.company_id = of_company for update;
  end if;
  return b;
end $$;

create function hours_line(of_company uuid, kind text, block uuid, minutes integer, overage integer, balance_after integer,
  entry uuid, agreement uuid, reverses bigint, who uuid, reason text, at timestamptz) returns bigint
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into hour_ledger (company_id, kind, block_id, minutes, overage, balance_after, entry_id, agreement_id, reverses, actor_id, reason, created_at)
  values (of_company, kind, block, minutes, overage, balance_after, entry, agreement, reverses, who, reason, at) returning id
$$;

-- Writes the balance back and says what follows from it. `came_in`: hours came in, a new episode begins. `lowered`: alerts
-- and the watch are looked at. What is told of it are events of the same transaction.
create function hours_close(b hour_balances, came_in boolean, lowered boolean, who uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  alert smallint := 0;
  fell boolean := false;
begin
  if came_in then
    b.episode := b.episode + 1;
    b.base := greatest(b.balance, 0);
    b.alerted := 0;
  elsif lowered then
    if b.base > 0 then
      alert := case when b.balance::bigint * 100 <= b.base::bigint * 5 then 95
        when b.balance::bigint * 100 <= b.base::bigint * 20 then 80 else 0 end;
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

-- Minutes that work of this day can draw now: from what is active, and from what expired unused after that day.
create function hours_drawable(of_company uuid, worked date, today date) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case when k.state = 'active' then k.remaining else k.expired end), 0) from hour_blocks k
  where k.company_id = of_company and (k.expires_on is null or k.expires_on >= worked)
    and (k.state = 'active' and (k.starts_on is null or k.starts_on <= today) or k.state = 'expired')
$$;

-- Draws up to `want` minutes for an entry in the order of the draw: first what expires first, none last, then what was
-- bought first. `loose`: minutes that the entry itself has just given back to blocks that are over; they may be drawn
-- again. Gives the balance after it, what could not be drawn, and what is still loose.
create function hours_allocate(of_company uuid, entry uuid, worked date, agreement uuid, want integer, today date, who uuid,
  at timestamptz, inout balance integer, inout loose jsonb, out rest integer)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  k record;
  part integer;
  own integer;
  free integer;
begin
  rest := want;
  if rest <= 0 then return; end if;
  for k in
    select x.id, x.state, x.remaining, x.expired, x.expires_on from hour_blocks x
    where x.company_id = of_company and (x.expires_on is null or x.expires_on >= worked)
      and (x.state = 'active' and x.remaining > 0 and (x.starts_on is null or x.starts_on <= today)
        or x.state = 'expired' and (x.expired > 0 or loose ? x.id::text)
        or x.state = 'void' and loose ? x.id::text)
    order by x.expires_on nulls last, x.purchased_at, x.id
  loop
    own := coalesce((loose->>k.id::text)::integer, 0);
    free := case k.state when 'active' then k.remaining when 'expired' then own + k.expired else own end;
    part := least(rest, free);
    continue when part <= 0;
    if k.state = 'active' then
      update hour_blocks x set remaining = x.remaining - part where x.company_id = of_company and x.id = k.id;
    else
      if part > own then
        balance := balance + part - own;
        perform hours_line(of_company, 'reversal', k.id, part - own, 0, balance, null, null,
          (select max(l.id) from hour_ledger l where l.company_id = of_company and l.block_id = k.id and l.kind = 'expiry'), who,
          format('Work of %s was booked after the block expired on %s.', worked, k.expires_on), at);
        update hour_blocks x set expired = x.expired - (part - own) where x.company_id = of_company and x.id = k.id;
      end if;
      if own > 0 then loose := loose || jsonb_build_object(k.id::text, own - least(own, part)); end if;
    end if;
    balance := balance - part;
    perform hours_line(of_company, 'consumption', k.id, -part, 0, balance, entry, agreement, null, who, null, at);
    rest := rest - part;
    exit when rest = 0;
  end loop;
end $$;

-- What was drawn below zero is drawn from blocks as far as these reach now, oldest first.
create function hours_settle(b hour_balances, today date, who uuid, at timestamptz) returns hour_balances
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  d record;
  part integer;
  drawn record;
begin
  for d in
    select l.entry_id, l.agreement_id, -sum(l.minutes)::integer as minutes, max(l.id) filter (where l.minutes < 0) as line,
      (select e.worked_on from time_entries e where e.company_id = b.company_id and e.id = l.entry_id) as worked
    from hour_ledger l where l.company_id = b.company_id and l.block_id is null and l.minutes <> 0
    group by l.entry_id, l.agreement_id having sum(l.minutes) < 0 order by min(l.id)
  loop
    part := least(d.minutes, hours_drawable(b.company_id, d.worked, today));
    continue when part <= 0;
    b.balance := b.balance + part;
    b.lowest := b.lowest + part;
    perform hours_line(b.company_id, 'reversal', null, part, 0, b.balance, d.entry_id, d.agreement_id, d.line, who, null, at);
    select * into drawn from hours_allocate(b.company_id, d.entry_id, d.worked, d.agreement_id, part, today, who, at, b.balance, '{}');
    if drawn.rest <> 0 then raise exception 'hours_settle: % minutes were not there', drawn.rest; end if;
    b.balance := drawn.balance;
  end loop;
  return b;
end $$;

-- How many of these minutes of a retainer's month that is over roll over, as its agreement says: all until the agreement ends,
-- or up to the cap for one further month; what rolled over once does not again. Minutes that work gives back later roll over
-- like those that it never drew, as long as what rolled over then is usable.
create function hours_rolls(of_company uuid, block uuid, minutes integer, today date) returns integer
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((
    select case when o.id is not null and (o.state <> 'active' or o.expires_on < today) then 0
      when a.rollover = 'full' then hours_rolls.minutes else greatest(least(hours_rolls.minutes, a.rollover_cap - coalesce(o.granted, 0)), 0) end
    from hour_blocks x join agreements a on a.company_id = x.company_id and a.id = x.agreement_id
      left join hour_blocks o on o.company_id = x.company_id and o.agreement_id = x.agreement_id and o.period_from = x.period_from
        and o.source = 'rollover'
    where x.company_id = of_company and x.id = block and x.source = 'retainer' and a.rollover in ('full', 'capped')
      and a.status in ('signed', 'active') and (a.ends_on is null or a.ends_on > x.expires_on)), 0)
$$;

-- Takes them there. The balance stays as it is.
create function hours_roll(of_company uuid, block uuid, minutes integer, balance integer, who uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_variable
declare
  k record;
  next uuid;
begin
  select x.*, a.rollover, a.ends_on into k from hour_blocks x join agreements a on a.company_id = x.company_id and a.id = x.agreement_id
    where x.company_id = of_company and x.id = block;
  update hour_blocks x set granted = x.granted + minutes, remaining = x.remaining + minutes,
      price_cents = round(k.price_cents::numeric * (x.granted + minutes) / k.granted)::integer
    where x.company_id = of_company and x.agreement_id = k.agreement_id and x.period_from = k.period_from and x.source = 'rollover'
    returning x.id into next;
  if next is null then
    next := gen_random_uuid();
    insert into hour_blocks (company_id, id, source, agreement_id, state, name, granted, remaining, price_cents, expires_on,
        period_from, purchased_at, activated_at, created_at)
      values (of_company, next, 'rollover', k.agreement_id, 'active', left(k.name || ', rolled over', 200), minutes, minutes,
        round(k.price_cents::numeric * minutes / k.granted)::integer,
        case k.rollover when 'full' then k.ends_on
          else least((date_trunc('month', k.expires_on + 1) + interval '1 month - 1 day')::date, k.ends_on) end,
        k.period_from, at, at, at);
  end if;
  perform hours_line(of_company, 'rollover', block, -minutes, 0, balance - minutes, null, k.agreement_id, null, who, null, at);
  perform hours_line(of_company, 'rollover', next, minutes, 0, balance, null, k.agreement_id, null, who, null, at);
end $$;

-- Held until the transaction ends. Whoever changes entries of a company that are there already takes this before them; so
-- does whoever promises hours, as an owner who approves an estimate does: of two at once the second sees what the first did.
create function hours_hold(of_company uuid, out balance integer, out base integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b hour_balances;
begin
  perform hours_guard(of_company, 'hold');
  b := hours_take(of_company);
  balance := b.balance;
  base := b.base;
end $$;

-- Makes an entry draw exactly so many minutes (null: none, and it is not charged): what it drew is taken back and drawn
-- anew. Raises HX001 with balance and missing minutes when the hours do not reach and the policy allows no more.
create function hours_charge(of_company uuid, entry uuid, wanted integer, agreement uuid, policy text, percent integer,
  by_user uuid default null, at timestamptz default null, out balance integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b hour_balances;
  before integer;
  worked date;
  today date;
  who uuid := hours_who(by_user);
  want integer := coalesce(wanted, 0);
  g record;
  k record;
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
  b := hours_take(of_company);
  at := hours_at(at);
  before := b.balance;
  update time_entries e set charged = wanted, agreement_id = agreement where e.company_id = of_company and e.id = entry
    and (e.charged, e.agreement_id) is distinct from (wanted, agreement);
  select e.worked_on into worked from time_entries e where e.company_id = of_company and e.id = entry;
  if not found then raise exception 'no such entry' using errcode = 'foreign_key_violation'; end if;

  for g in
    select l.block_id, l.agreement_id, -sum(l.minutes)::integer as minutes, sum(l.overage)::integer as overage, x.expires_on
    from hour_ledger l left join hour_blocks x on x.company_id = l.company_id and x.id = l.block_id
    where l.company_id = of_company and l.entry_id = entry
    group by l.block_id, l.agreement_id, x.expires_on having sum(l.minutes) <> 0 or sum(l.overage) <> 0
  loop
    total := total + g.minutes + g.overage;
    same := same and g.block_id is not null and g.agreement_id is not distinct from agreement
      and (g.expires_on is null or g.expires_on >= worked);
  end loop;
  if same and total = want then
    balance := b.balance;
    return;
  end if;
  today := hours_day(at);

  for g in
    select l.block_id, l.agreement_id, -sum(l.minutes)::integer as minutes, sum(l.overage)::integer as overage,
      max(l.id) filter (where l.kind in ('consumption', 'overage')) as line
    from hour_ledger l where l.company_id = of_company and l.entry_id = entry
    group by l.block_id, l.agreement_id having sum(l.minutes) <> 0 or sum(l.overage) <> 0 order by 5
  loop
    b.balance := b.balance + g.minutes;
    perform hours_line(of_company, 'reversal', g.block_id, g.minutes, -g.overage, b.balance, entry, g.agreement_id, g.line, who, null, at);
    if g.block_id is null then
      b.lowest := b.lowest + g.minutes;
      below := below + g.minutes;
      beyond := beyond + g.overage;
    else
      update hour_blocks x set remaining = x.remaining + g.minutes
        where x.company_id = of_company and x.id = g.block_id and x.state = 'active';
      if not found then
        loose := loose || jsonb_build_object(g.block_id::text, coalesce((loose->>g.block_id::text)::integer, 0) + g.minutes);
      end if;
    end if;
  end loop;

  select * into drawn from hours_allocate(of_company, entry, worked, agreement, want, today, who, at, b.balance, loose);
  b.balance := drawn.balance;
  loose := drawn.loose;

  if drawn.rest > 0 then
    room := case when policy = 'percent' then greatest((b.base::bigint * coalesce(percent, 0) / 100)::integer + b.lowest, 0) else 0 end;
    -- What was allowed once stays allowed where it does not grow: a mistake can always be made smaller.
    if policy = 'bill' or drawn.rest > greatest(room, below) and drawn.rest <= beyond then
      perform hours_line(of_company, 'overage', null, 0, drawn.rest, b.balance, entry, agreement, null, who, null, at);
    else
      if drawn.rest > greatest(room, below) then
        raise exception 'hours exhausted' using errcode = 'HX001',
          detail = json_build_object('balance', before, 'missing', drawn.rest - room)::text;
      end if;
      b.balance := b.balance - drawn.rest;
      b.lowest := b.lowest - drawn.rest;
      perform hours_line(of_company, 'consumption', null, -drawn.rest, 0, b.balance, entry, agreement, null, who, null, at);
    end if;
  end if;

  -- What came back to a block that is over: past its last day it expires again; of a block that was taken back only what was
  -- left was taken, so that what work gives back is theirs.
  for k in
    select x.id, x.state, x.expires_on, (loose->>x.id::text)::integer as minutes from hour_blocks x
    where x.company_id = of_company and loose ? x.id::text order by x.id
  loop
    continue when k.minutes <= 0;
    if k.state = 'expired' or k.expires_on < today then
      rolled := case k.state when 'expired' then hours_rolls(of_company, k.id, k.minutes, today) else 0 end;
      if rolled > 0 then perform hours_roll(of_company, k.id, rolled, b.balance, who, at); end if;
      continue when k.minutes = rolled;
      b.balance := b.balance - (k.minutes - rolled);
      update hour_blocks x set expired = x.expired + k.minutes - rolled, state = 'expired' where x.company_id = of_company and x.id = k.id;
      perform hours_line(of_company, 'expiry', k.id, -(k.minutes - rolled), 0, b.balance, null, null, null, who, null, at);
    else
      update hour_blocks x set remaining = k.minutes, state = 'active' where x.company_id = of_company and x.id = k.id;
    end if;
  end loop;

  if b.lowest < 0 then b := hours_settle(b, today, who, at); end if;
  perform hours_close(b, false, b.balance < before, who, at);
  balance := b.balance;
end $$;

-- Makes a block usable, with the balance held. A block that was void before it was ever usable can still be paid for.
create function hours_open(b hour_balances, block uuid, released_by uuid, reason text, note text, who uuid, at timestamptz) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  k hour_blocks;
  today date := hours_day(at);
begin
  select * into k from hour_blocks x where x.company_id = b.company_id and x.id = block for update;
  if not found then return null; end if;
  if k.activated_at is not null then return false; end if;
  update hour_blocks x set state = 'active', remaining = x.granted, activated_at = at, released_by = hours_open.released_by, release_reason = reason,
    expires_on = case when x.valid_months is null then x.expires_on else (today + make_interval(months => x.valid_months))::date end
    where x.company_id = b.company_id and x.id = block;
  b.balance := b.balance + k.granted;
  perform hours_line(b.company_id,
    case when note is not null then 'adjustment' when k.source in ('retainer', 'grant') then 'grant' when k.source = 'rollover' then 'rollover' else 'purchase' end,
    block, k.granted, 0, b.balance, null, k.agreement_id, null, who, coalesce(note, reason), at);
  if b.lowest < 0 then b := hours_settle(b, today, who, at); end if;
  perform hours_close(b, true, false, who, at);
  insert into events (company_id, topic, kind, subject_id, actor_id, data) values (b.company_id, 'hours', 'granted', block, who,
    jsonb_build_object('blockId', block, 'minutes', k.granted, 'source', k.source));
  return true;
end $$;

-- True when it became usable by this; false when it was already; null when there is no such block.
create function hours_activate(of_company uuid, block uuid, released_by uuid default null, reason text default null,
  by_user uuid default null, at timestamptz default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform hours_guard(of_company, 'activate');
  return hours_open(hours_take(of_company), block, released_by, reason, null, hours_who(by_user), hours_at(at));
end $$;

-- Puts a block there, pending or usable at once. The same id, or the same month of an agreement, is the same block. `note`:
-- it is given by hand, and why.
create function hours_grant(of_company uuid, block uuid, source text, agreement uuid, name text, minutes integer, price integer,
  valid_months integer, starts_on date, expires_on date, period_from date, state text, note text default null,
  by_user uuid default null, at timestamptz default null) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_variable
declare
  b hour_balances;
  made uuid;
begin
  perform hours_guard(of_company, 'grant');
  -- What an owner signs grants its month at once, as much as was agreed on and once; what is bought waits for its payment.
  if session_user = 'portal_tenant' and (note is not null or state <> 'pending') and not (
      note is null and source = 'retainer' and period_from is not null and exists (
        select from agreements a where a.company_id = of_company and a.id = agreement and a.type = 'retainer'
          and a.status in ('signed', 'active') and a.monthly_minutes >= minutes
          and period_from >= a.starts_on and period_from <= hours_day(clock_timestamp()))) then
    raise exception 'hours become usable when they are paid' using errcode = 'insufficient_privilege';
  end if;
  b := hours_take(of_company);
  at := hours_at(at);
  insert into hour_blocks as x (company_id, id, source, agreement_id, name, granted, price_cents, valid_months, starts_on, expires_on,
      period_from, purchased_at, created_at)
    values (of_company, block, source, agreement, name, minutes, coalesce(price, 0), valid_months, starts_on, expires_on, period_from, at, at)
    on conflict do nothing returning x.id into made;
  if made is null then
    select x.id into made from hour_blocks x where x.company_id = of_company and x.id = block;
    if made is null then
      select x.id into made from hour_blocks x where x.company_id = of_company and x.agreement_id = agreement
        and x.period_from = period_from and x.source = source;
    end if;
    if made is null then raise exception 'this block belongs elsewhere' using errcode = 'unique_violation'; end if;
    return made;
  end if;
  if state = 'active' then perform hours_open(b, made, null, null, note, hours_who(by_user), at); end if;
  return made;
end $$;

-- Takes a block away: pending, or what is left of an active one; with `at_most` only so many minutes of an active one, which
-- stays. What was drawn stays drawn. Gives the minutes taken back; null when there is no such block.
create function hours_void(of_company uuid, block uuid, reason text, at_most integer default null, by_user uuid default null,
  at timestamptz default null) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b hour_balances;
  k hour_blocks;
  part integer;
  who uuid := hours_who(by_user);
begin
  perform hours_guard(of_company, 'drop');
  b := hours_take(of_company);
  at := hours_at(at);
  select * into k from hour_blocks x where x.company_id = of_company and x.id = block for update;
  if not found then return null; end if;
  if k.state = 'active' then
    perform hours_guard(of_company, 'void');
  elsif k.state <> 'pending' or at_most is not null then
    return 0;
  end if;
  part := case when at_most is null then k.remaining else least(k.remaining, greatest(at_most, 0)) end;
  update hour_blocks x set state = case when at_most is null then 'void' else x.state end, remaining = x.remaining - part
    where x.company_id = of_company and x.id = block;
  if part = 0 then return 0; end if;
  b.balance := b.balance - part;
  -- It is not used up but gone: what was used is counted of what is still theirs, and nobody is alarmed.
  b.base := greatest(b.base - part, 0);
  perform hours_line(of_company, 'reversal', block, -part, 0, b.balance, null, k.agreement_id,
    (select min(l.id) from hour_ledger l where l.company_id = of_company and l.block_id = block and l.minutes > 0), who, reason, at);
  perform hours_close(b, false, false, who, at);
  return part;
end $$;

-- Takes minutes by hand: from one block, or in the order of the draw. Raises HX002 with what is there when it is less.
create function hours_deduct(of_company uuid, minutes integer, block uuid, reason text, by_user uuid default null,
  at timestamptz default null, out balance integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b hour_balances;
  k record;
  part integer;
  rest integer := hours_deduct.minutes;
  who uuid := hours_who(by_user);
begin
  perform hours_guard(of_company, 'adjust');
  if minutes <= 0 then raise exception 'minutes to take are above zero' using errcode = 'check_violation'; end if;
  b := hours_take(of_company);
  at := hours_at(at);
  for k in
    select x.id, x.remaining, x.agreement_id from hour_blocks x
    where x.company_id = of_company and x.state = 'active' and x.remaining > 0 and (block is null or x.id = block)
    order by x.expires_on nulls last, x.purchased_at, x.id
  loop
    part := least(rest, k.remaining);
    b.balance := b.balance - part;
    update hour_blocks x set remaining = x.remaining - part where x.company_id = of_company and x.id = k.id;
    perform hours_line(of_company, 'adjustment', k.id, -part, 0, b.balance, null, k.agreement_id, null, who, reason, at);
    rest := rest - part;
    exit when rest = 0;
  end loop;
  if rest > 0 then
    raise exception 'so many minutes are not left' using errcode = 'HX002', detail = json_build_object('available', minutes - rest)::text;
  end if;
  perform hours_close(b, false, true, who, at);
  balance := b.balance;
end $$;

-- Ends what is past its last day. Unused minutes of a retainer's month roll over as its agreement says. `day`: the day it is.
create function hours_expire(of_company uuid, day date default null, by_user uuid default null, at timestamptz default null,
  out blocks integer, out minutes integer, out balance integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b hour_balances;
  k record;
  today date;
  roll integer;
  who uuid := hours_who(by_user);
begin
  perform hours_guard(of_company, 'expire');
  b := hours_take(of_company);
  at := hours_at(at);
  today := case when day is not null and hours_is_owner_login() then day else hours_day(at) end;
  blocks := 0;
  minutes := 0;
  loop
    select x.* into k from hour_blocks x
      where x.company_id = of_company and x.state = 'active' and x.expires_on < today
      order by x.expires_on, x.purchased_at, x.id limit 1;
    exit when not found;
    roll := hours_rolls(of_company, k.id, k.remaining, today);
    blocks := blocks + 1;
    minutes := minutes + k.remaining - roll;
    update hour_blocks x set state = 'expired', remaining = 0, expired = k.remaining - roll where x.company_id = of_company and x.id = k.id;
    if k.remaining > roll then
      b.balance := b.balance - (k.remaining - roll);
      perform hours_line(of_company, 'expiry', k.id, -(k.remaining - roll), 0, b.balance, null, k.agreement_id, null, who, null, at);
      insert into events (company_id, topic, kind, subject_id, actor_id, data) values (of_company, 'hours', 'expired', k.id, who,
        jsonb_build_object('blockId', k.id, 'minutes', k.remaining - roll, 'on', k.expires_on));
    end if;
    if roll > 0 then perform hours_roll(of_company, k.id, roll, b.balance, who, at); end if;
  end loop;
  balance := b.balance;
  -- Hours whose first day has come settle what is below zero.
  if b.lowest < 0 and hours_drawable(of_company, '-infinity', today) > 0 then b := hours_settle(b, today, who, at); end if;
  if blocks > 0 or b.balance <> balance then
    perform hours_close(b, false, minutes > 0, who, at);
    balance := b.balance;
  end if;
end $$;

-- Hours that rolled over for as long as their retainer runs end with it: they follow its last day, whether it is set by a
-- cancellation, moved by a renewal, or agreed anew. Whoever changes an agreement holds it before the hours.
create function hours_end_with_agreement() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform hours_take(new.company_id);
  update hour_blocks x set expires_on = new.ends_on, warned_expiry_at = null
    where x.company_id = new.company_id and x.agreement_id = new.id and x.source = 'rollover' and x.state = 'active'
      and x.expires_on is not distinct from old.ends_on;
  return null;
end $$;
create trigger agreements_end_hours after update of ends_on on agreements for each row
  when (old.type = 'retainer' and old.rollover = 'full' and new.ends_on is distinct from old.ends_on)
  execute function hours_end_with_agreement();

-- Below which balance somebody wants to be told, once in each episode; null: no more. Gives the balance.
create function hours_watch(of_company uuid, minutes integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b hour_balances;
begin
  perform hours_guard(of_company, 'watch');
  b := hours_take(of_company);
  update hour_balances x set watch = minutes, told_episode = case when minutes is null then null else x.told_episode end
    where x.company_id = of_company;
  return b.balance;
end $$;

do $$
declare
  f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'hours\_%' loop
    execute format('revoke all on function %s from public', f);
  end loop;
  for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('hours_charge', 'hours_activate', 'hours_deduct', 'hours_expire') loop
    execute format('grant execute on function %s to portal_staff', f);
  end loop;
  for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('hours_grant', 'hours_void', 'hours_watch', 'hours_hold', 'hours_zone', 'hours_day') loop
    execute format('grant execute on function %s to portal_tenant, portal_staff', f);
  end loop;
end $$;
