-- Returns the minutes that the alert percentages count from: what is left, and what work has drawn from blocks that
-- still have hours. It is set when hours are added, so that it does not fall while a block is used up. Revoked,
-- deducted and expired minutes are not used ones: they leave both sides. In SQL because the functions that move minutes
-- call it.
create or replace function hours_base(of_company uuid, balance integer) returns integer
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when balance <= 0 then 0 else balance + greatest(0, coalesce((
    select -sum(l.minutes) from hour_blocks k join hour_ledger l on l.company_id = k.company_id and l.block_id = k.id
    where k.company_id = of_company and k.state = 'active' and k.remaining > 0 and l.entry_id is not null), 0))::integer end
$$;
revoke all on function hours_base(uuid, integer) from public;
