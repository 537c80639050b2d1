-- Returns the open tickets of a company whose approved estimates are not used up, with the approved and the charged
-- minutes. The difference is reserved: it cannot be promised to other work. Tickets covered by a price need no hours.
-- In SQL because queries join its rows.
create or replace function hours_held(of_company uuid)
returns table (id uuid, number bigint, subject text, status text, approved integer, used integer)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select * from (
    select t.id, t.number, t.subject, t.status, s.approved, (
      select coalesce(sum(coalesce(e.charged, e.minutes)), 0)::integer from time_entries e
      where e.ticket_id = t.id and not e.removed and e.billable and e.created_at >= s.since) as used
    from tickets t
      cross join lateral (select sum(e.minutes)::integer as approved, min(e.decided_at) as since from estimates e
        where e.company_id = t.company_id and e.ticket_id = t.id and e.status = 'approved') s
    where t.company_id = of_company and t.status in ('new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party') and t.merged_into is null and s.approved is not null
      and not exists (select from agreements a where a.company_id = t.company_id and a.id = t.agreement_id and a.covers_time and a.status = 'active')
  ) held where held.approved > held.used
$$;
grant execute on function hours_held(uuid) to portal_tenant, portal_staff;
