-- Returns whether an invoice can be paid by transfer. Accepting cards is not enough: a partner can choose to pay by
-- invoice, and some invoices are over the limit for cards. Where Stripe is not required, the bank details may be
-- missing. In SQL because it runs as the owner: partners cannot read the provider's row.
create or replace function invoices_can_be_paid() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select not s.required from stripe.setup s), true) or remittance_now() is not null
$$;
revoke all on function invoices_can_be_paid() from public;
grant execute on function invoices_can_be_paid() to portal_tenant, portal_staff;
