-- Returns how to pay by bank transfer: what administrators entered, or else the setting BANK_TRANSFER. Null when there
-- is neither. In SQL because it runs as the owner: partners cannot read the provider's row.
create or replace function remittance_now() returns jsonb language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select jsonb_strip_nulls(jsonb_build_object('accountName', r.account_name, 'bankName', r.bank_name,
        'routingNumber', r.routing_number, 'accountNumber', r.account_number, 'swift', r.swift, 'address', r.address, 'note', r.note))
      from remittance_details r join companies c on c.id = r.company_id where c.is_internal order by c.created_at, c.id limit 1),
    (select jsonb_build_object('note', s.bank_transfer) from stripe.setup s where s.bank_transfer is not null))
$$;
revoke all on function remittance_now() from public;
grant execute on function remittance_now() to portal_tenant, portal_staff;
