-- Returns how many of these minutes of an ended retainer month roll over, as its agreement says: all until the
-- agreement ends, or up to the cap for one further month. Rolled-over minutes do not roll over again. Minutes that come
-- back when a time entry is changed or deleted later also roll over, as long as the rollover block is usable. In SQL
-- because the functions that move minutes call it.
create or replace function hours_count_rollover(of_company uuid, block uuid, minutes integer, today date) returns integer
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((
    select case when o.id is not null and (o.state <> 'active' or o.expires_on < today) then 0
      when a.rollover = 'full' then hours_count_rollover.minutes else greatest(least(hours_count_rollover.minutes, a.rollover_cap - coalesce(o.granted, 0)), 0) end
    from hour_blocks x join agreements a on a.company_id = x.company_id and a.id = x.agreement_id
      left join hour_blocks o on o.company_id = x.company_id and o.agreement_id = x.agreement_id and o.period_from = x.period_from
        and o.source = 'rollover'
    where x.company_id = of_company and x.id = block and x.source = 'retainer' and a.rollover in ('full', 'capped')
      and a.status in ('signed', 'active') and (a.ends_on is null or a.ends_on > x.expires_on)), 0)
$$;
revoke all on function hours_count_rollover(uuid, uuid, integer, date) from public;
