-- Creates a block, pending or usable immediately. The same id, or the same month of an agreement, is the same block.
-- `note` says why a block is granted by hand. In SQL because it moves minutes while the balance is locked, in one call.
create or replace function hours_grant(of_company uuid, block uuid, source text, agreement uuid, name text, minutes integer, price integer,
  valid_months integer, starts_on date, expires_on date, period_from date, state text, note text default null,
  by_user uuid default null, at timestamptz default null) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_variable
declare
  balance_row hour_balances;
  made uuid;
begin
  perform hours_guard(of_company, 'grant');
  -- The month of a retainer that an owner signs is granted immediately, once and up to the agreed minutes; bought hours
  -- wait for their payment.
  if session_user = 'portal_tenant' and (note is not null or state <> 'pending') and not (
      note is null and source = 'retainer' and period_from is not null and exists (
        select from agreements a where a.company_id = of_company and a.id = agreement and a.type = 'retainer'
          and a.status in ('signed', 'active') and a.monthly_minutes >= minutes
          and period_from >= a.starts_on and period_from <= hours_day(clock_timestamp()))) then
    raise exception 'hours become usable when they are paid' using errcode = 'insufficient_privilege';
  end if;
  balance_row := hours_lock_balance(of_company);
  at := hours_movement_time(at);
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
    if made is null then raise exception 'this block ID is already used by another company' using errcode = 'unique_violation'; end if;
    return made;
  end if;
  if state = 'active' then perform hours_make_usable(balance_row, made, null, null, note, hours_actor(by_user), at); end if;
  return made;
end $$;
revoke all on function hours_grant(uuid, uuid, text, uuid, text, integer, integer, integer, date, date, date, text, text, uuid, timestamptz) from public;
grant execute on function hours_grant(uuid, uuid, text, uuid, text, integer, integer, integer, date, date, date, text, text, uuid, timestamptz) to portal_tenant, portal_staff;
