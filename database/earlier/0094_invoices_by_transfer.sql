-- An invoice that is to be paid by transfer says where to. That cards are taken as well does not answer it: whoever chose to pay
-- by invoice, or pays more than a card allows, needs the bank details.
create or replace function invoices_can_be_paid() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select not s.required from stripe.setup s), true) or remittance_now() is not null
$$;
alter table stripe.setup drop column cards;
