-- Returns the order lines that bill an automation, with its share of each. A line of its order is its own. A line of
-- its agreement is shared by the automations that it had in the billed days, in proportion to their prices (equally
-- where none has a price). Shares add up to the line, to the cent. In SQL because it reads all lines of a period and
-- returns few rows.
create or replace function automation_costs(of_company uuid, of_installation uuid)
returns table (line_id uuid, day date, invoiced_cents bigint, paid_cents bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select l.id, l.day,
    (floor(l.invoiced_cents * (s.earlier + s.own) / s.whole) - floor(l.invoiced_cents * s.earlier / s.whole))::bigint,
    (floor(l.paid_cents * (s.earlier + s.own) / s.whole) - floor(l.paid_cents * s.earlier / s.whole))::bigint
  from installations i
    join automation_lines l on l.company_id = i.company_id and (l.order_id = i.order_id or l.agreement_id = i.agreement_id)
    cross join lateral (
      select sum(w.weight) as whole, coalesce(sum(w.weight) filter (where w.id < i.id), 0) as earlier,
        sum(w.weight) filter (where w.id = i.id) as own
      from (
        select c.id, (case when sum(c.price) over () = 0 then 1 else c.price end)::numeric as weight
        from (
          select x.id, coalesce(x.price_cents, 0) as price, x.rank, min(x.rank) over () as best
          from (
            select o.id, o.price_cents, case
              when o.order_id = l.order_id and (l.product_id is null or l.product_id = o.product_id) then 1
              when o.agreement_id = l.agreement_id and hours_day(o.created_at) <= l.last_day
                and (o.retired_at is null or hours_day(o.retired_at) >= l.day) then 2
              when o.agreement_id = l.agreement_id then 3
            end as rank
            from installations o
            where o.company_id = l.company_id and (o.order_id = l.order_id or o.agreement_id = l.agreement_id)) x
          where x.rank is not null) c
        where c.rank = c.best) w) s
  where i.company_id = of_company and i.id = of_installation and s.own is not null
$$;
grant execute on function automation_costs(uuid, uuid) to portal_tenant, portal_staff;
