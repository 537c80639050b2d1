-- One definition of how many percent of the hours are used, and one of what approved estimates hold.

-- The hours that the percentage is of: what is left, and what work has drawn from the blocks that still have hours. It is set
-- when hours come in, so that it does not fall while a block is used up. What is taken back, deducted or expires is not used:
-- it leaves both sides. Before, it was the balance at that moment alone: a purchase made 79 percent used into none.
create function hours_base(of_company uuid, balance integer) returns integer
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when balance <= 0 then 0 else balance + greatest(0, coalesce((
    select -sum(l.minutes) from hour_blocks k join hour_ledger l on l.company_id = k.company_id and l.block_id = k.id
    where k.company_id = of_company and k.state = 'active' and k.remaining > 0 and l.entry_id is not null), 0))::integer end
$$;
revoke all on function hours_base(uuid, integer) from public;

-- As before, with the base of above. Hours that all expired unused are an alert as well: there is nothing left.
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

-- As before; what is deducted by hand is not used.
create or replace function hours_deduct(of_company uuid, minutes integer, block uuid, reason text, by_user uuid default null,
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
  b.base := greatest(b.base - hours_deduct.minutes, 0);
  perform hours_close(b, false, true, who, at);
  balance := b.balance;
end $$;

-- As before; what expires is not used.
create or replace function hours_expire(of_company uuid, day date default null, by_user uuid default null, at timestamptz default null,
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
      b.base := greatest(b.base - (k.remaining - roll), 0);
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

update hour_balances b set base = greatest(b.base, hours_base(b.company_id, b.balance)) where b.balance > 0;

-- Per open ticket of a company: what approved estimates allow in all, and what is charged of it since. The rest is held: other
-- work does not get it promised. Tickets whose price covers the work need no hours.
create function hours_held(of_company uuid)
returns table (id uuid, number bigint, subject text, status text, approved integer, used integer)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select * from (
    select t.id, t.number, t.subject, t.status, s.approved, (
      select coalesce(sum(coalesce(e.charged, e.minutes)), 0)::integer from time_entries e
      where e.ticket_id = t.id and not e.removed and e.billable and e.created_at >= s.since) as used
    from tickets t
      cross join lateral (select sum(e.minutes)::integer as approved, min(e.decided_at) as since from estimates e
        where e.company_id = t.company_id and e.ticket_id = t.id and e.status = 'approved') s
    where t.company_id = of_company and t.status not in ('resolved', 'closed') and t.merged_into is null and s.approved is not null
      and not exists (select from agreements a where a.company_id = t.company_id and a.id = t.agreement_id and a.covers_time and a.status = 'active')
  ) held where held.approved > held.used
$$;
grant execute on function hours_held(uuid) to portal_tenant, portal_staff;
