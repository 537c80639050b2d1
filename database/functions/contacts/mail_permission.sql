-- Returns whether mail may be sent to an address for a company: `account` (the person has an account there or at the
-- provider) and `confirmed` allow it. `blocked`: the person refused. `not_approved`: the company may not mail people
-- without an account. `not_confirmed`: the person has not agreed yet. In SQL because it runs as the owner, and queries
-- use it for each address.
create or replace function mail_permission(of_company uuid, mailbox text) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select case
    when exists (
      select from profiles p join companies c on c.id = p.company_id
      where p.email = lower(mailbox) and p.deactivated_at is null and (p.company_id = of_company or c.is_internal)) then 'account'
    when k.state = 'blocked' or b.blocked_at > coalesce(k.decided_at, '-infinity') then 'blocked'
    when t.trust is null then 'not_approved'
    when t.trust = 'internal' or k.state = 'confirmed' then 'confirmed'
    else 'not_confirmed'
  end
  from (select company_mail_trust(of_company) as trust) t
    left join mail_consents k on k.company_id = of_company and k.email = lower(mailbox)
    left join auth.mail_blocks b on b.email = lower(mailbox));
revoke all on function mail_permission(uuid, text) from public;
grant execute on function mail_permission(uuid, text) to portal_tenant, portal_staff;
