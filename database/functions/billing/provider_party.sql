-- Returns the provider's name, address and remittance details, which invoices keep as of the issue date. In SQL because
-- it runs as the owner: partners cannot read the provider's row.
create or replace function provider_party() returns jsonb language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object('name', c.name, 'address', c.address, 'email', null, 'phone', c.phone, 'remittance', remittance_now())
  from companies c where c.is_internal order by c.created_at, c.id limit 1
$$;
revoke all on function provider_party() from public;
grant execute on function provider_party() to portal_tenant, portal_staff;
