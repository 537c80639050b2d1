-- Addresses that a mail server refused for good are seen by whom they concern, who may have mails sent again.

-- Mails to them are held back for a month from the last one that came back: said here, and nowhere else.
create view held_addresses with (security_invoker = true) as
  select company_id, email, first_at as since, last_at + interval '30 days' as until, status, detail
  from mail_bounces where last_at > now() - interval '30 days';

-- A partner's own contacts only: mails to people of the provider come back as well.
alter policy tenant_rows on mail_bounces using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
  and exists (select from contacts k where k.company_id = mail_bounces.company_id and k.email_key = mail_bounces.email));
grant select, delete on mail_bounces to portal_tenant;
grant delete on mail_bounces to portal_staff;
grant select on held_addresses to portal_tenant, portal_staff;
