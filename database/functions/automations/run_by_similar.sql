-- Returns how many other companies that use one of the reader's tools run each product. Fewer than three are not
-- reported, so that no company can be recognized. The tools are those of the signed-in company. A parameter cannot
-- change that. In SQL because it runs as the owner: it counts rows of companies that the reader cannot see.
create or replace function run_by_similar() returns table (product_id uuid, companies integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with me as (
    select c.id, c.tools from companies c where c.id = nullif(current_setting('app.company_id', true), '')::uuid and not c.is_internal),
  alike as (
    select c.id from companies c, me where c.id <> me.id and not c.is_internal
      and exists (select from unnest(c.tools) as t join unnest(me.tools) as m on lower(t) = lower(m)))
  select i.product_id, count(distinct i.company_id)::integer
  from installations i join alike on alike.id = i.company_id
  where i.product_id is not null and i.status in ('live', 'failing', 'paused')
  group by 1 having count(distinct i.company_id) >= 3
$$;
revoke all on function run_by_similar() from public;
grant execute on function run_by_similar() to portal_tenant, portal_staff;
