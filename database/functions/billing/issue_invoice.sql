-- Issues a draft invoice: assigns the next number of the year and the dates. Returns the number, or null when it is not
-- a draft of this company. In SQL because it runs as the owner: logins cannot assign numbers, and a number must not be
-- lost or used twice.
create or replace function issue_invoice(of_company uuid, invoice uuid, on_day date, due date, bill_to jsonb, issued_by jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  number_of_year integer;
  given text;
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or current_setting('app.role', true) is distinct from 'owner')
    or session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is null then
    raise exception 'not an invoice of this company' using errcode = 'insufficient_privilege';
  end if;
  perform from invoices i where i.company_id = of_company and i.id = invoice and i.status = 'draft' for update;
  if not found then return null; end if;
  insert into invoice_numbers as c (company_id, year, last)
    values ((select id from companies where is_internal order by created_at, id limit 1), extract(year from on_day)::int, 1)
    on conflict (company_id, year) do update set last = c.last + 1 returning last into number_of_year;
  given := format('INV-%s-%s', extract(year from on_day)::int, lpad(number_of_year::text, greatest(4, length(number_of_year::text)), '0'));
  update invoices i set status = 'open', number = given, issued_on = on_day, due_on = due, issued_at = clock_timestamp(),
    bill_to = issue_invoice.bill_to, issued_by = issue_invoice.issued_by, updated_at = now()
    where i.company_id = of_company and i.id = invoice;
  return given;
end $$;
revoke all on function issue_invoice(uuid, uuid, date, date, jsonb, jsonb) from public;
grant execute on function issue_invoice(uuid, uuid, date, date, jsonb, jsonb) to portal_tenant, portal_staff;
