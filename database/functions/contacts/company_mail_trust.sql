-- Returns why a company may send mail to people without an account: it is the provider, staff approved it, it signed an
-- agreement that staff sent, or it paid for something. Null: it may not. Agreements of a purchase do not count, because
-- partners sign those without anyone of the provider. In SQL because it runs as the owner: it reads rows of the
-- provider that partners cannot see.
create or replace function company_mail_trust(of_company uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select case
    when c.is_internal then 'internal'
    when c.mail_approved_at is not null then 'approved'
    when exists (
      select from agreements a join profiles p on p.id = a.created_by join companies o on o.id = p.company_id
      where a.company_id = c.id and o.is_internal and a.signed_at is not null and a.status in ('signed', 'active', 'expired')
        and exists (select from agreement_signatures s where s.company_id = a.company_id and s.agreement_id = a.id)) then 'agreement'
    when exists (select from orders o where o.company_id = c.id and o.status = 'paid' and o.total_cents > 0) then 'order'
  end
  from companies c where c.id = of_company);
revoke all on function company_mail_trust(uuid) from public;
grant execute on function company_mail_trust(uuid) to portal_tenant, portal_staff;
