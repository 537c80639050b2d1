-- Returns the time zone of a company, or else that of the provider. In SQL because it runs as the owner: partners
-- cannot read the provider's row.
create or replace function company_zone(of_company uuid) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select c.time_zone from companies c where c.id = of_company), hours_zone())
$$;
revoke all on function company_zone(uuid) from public;
grant execute on function company_zone(uuid) to portal_tenant, portal_staff;
