-- Returns whether a company may not mail people without an account and there is someone whom it wants to mail: a person
-- whom it had us ask, and who did not refuse. In SQL because it runs as the owner, and lists filter by it.
create or replace function company_mail_waiting(of_company uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  company_mail_trust(of_company) is null
  and exists (select from mail_consents k where k.company_id = of_company and k.state <> 'blocked'));
revoke all on function company_mail_waiting(uuid) from public;
grant execute on function company_mail_waiting(uuid) to portal_staff;
