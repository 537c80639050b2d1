-- Returns the minutes that work of this day can draw: from active blocks, and from those that expired unused after that
-- day. In SQL because the functions that move minutes call it.
create or replace function hours_drawable(of_company uuid, worked date, today date) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case when k.state = 'active' then k.remaining else k.expired end), 0) from hour_blocks k
  where k.company_id = of_company and (k.expires_on is null or k.expires_on >= worked)
    and (k.state = 'active' and (k.starts_on is null or k.starts_on <= today) or k.state = 'expired')
$$;
revoke all on function hours_drawable(uuid, date, date) from public;
