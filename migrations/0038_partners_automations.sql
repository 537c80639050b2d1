-- What partners see of their automations, and what is recommended to them.

-- What a product is called, also after it was taken from the marketplace: whoever runs it goes on seeing its name. Never a
-- draft: what has a name here was public once.
create view product_names with (security_barrier) as
  select p.id, p.slug, p.name, p.category, p.status = 'published' as published from products p where p.published_at is not null;
grant select on product_names to portal_tenant, portal_staff;

-- What a company does not want to be recommended.
create table dismissed_recommendations (
  company_id uuid not null references companies,
  product_id uuid not null references products (id) on delete cascade,
  dismissed_by uuid not null references profiles,
  dismissed_at timestamptz not null default now(),
  primary key (company_id, product_id)
);
create index dismissed_recommendations_of_product on dismissed_recommendations (product_id);
create index dismissed_recommendations_by_person on dismissed_recommendations (dismissed_by);
call fence('dismissed_recommendations');
grant select, insert, delete on dismissed_recommendations to portal_tenant;
grant select on dismissed_recommendations to portal_staff;

-- How many other companies that use one of the reader's tools run each product; fewer than three are not told, so that
-- nobody can be recognised in it. Whose tools they are follows from who is signed in, never from what is asked.
create function run_by_similar() returns table (product_id uuid, companies integer)
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
grant execute on function run_by_similar() to portal_tenant;
