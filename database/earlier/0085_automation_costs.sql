-- What automations cost: the lines of invoices that bill them. Reports, the pages of automations, their CSV and the monthly
-- mail all read these, so that each figure can be traced to invoices.

create index order_lines_of_agreement on order_lines (company_id, agreement_id) where agreement_id is not null;

-- Lines that bill an automation or an agreement, with what is paid of each. Drafts and voided invoices bill nothing; lines with
-- hours pay for hours. A line counts on the first day that it bills, else on the date of its invoice. What is paid of an
-- invoice (succeeded payments less refunds) is allocated to its lines in proportion to their amounts: each gets the difference
-- of two rounded-down running totals, so that the lines add up to what is paid, to the cent.
create view automation_lines with (security_invoker = true) as
  select l.company_id, l.id, l.order_id, l.agreement_id, l.product_id, coalesce(l.period_from, i.issued_on) as day,
    coalesce(l.period_to, l.period_from, i.issued_on) as last_day, l.amount_cents::bigint as invoiced_cents,
    case when i.total_cents = 0 then 0
      else (floor(paid.cents * (earlier.cents + l.amount_cents) / i.total_cents) - floor(paid.cents * earlier.cents / i.total_cents))::bigint
    end as paid_cents
  from order_lines l
    join invoices i on i.company_id = l.company_id and i.order_id = l.order_id
    cross join lateral (select least(i.paid_cents - i.refunded_cents, i.total_cents)::numeric as cents) paid
    cross join lateral (select coalesce(sum(o.amount_cents), 0)::numeric as cents from order_lines o
      where o.company_id = l.company_id and o.order_id = l.order_id and (o.position, o.id) < (l.position, l.id)) earlier
  where i.status in ('open', 'paid', 'refunded') and not l.voided and l.block_id is null and l.kind in ('product', 'month', 'agreement');
grant select on automation_lines to portal_tenant, portal_staff;

-- The lines that bill one automation, each with the automation's share of it. A line of its order is its own. A line of its
-- agreement is shared by the agreement's automations that were there in the days that it bills, in proportion to their prices
-- (equally where none has a price); shares add up to the line, to the cent.
create function automation_costs(of_company uuid, of_installation uuid)
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
