-- Returns how many mails an address got in 30 days that count toward its limit of three: all questions, and the
-- invitations of companies that were not approved. In SQL because it runs as the owner: it counts mails of companies
-- that the caller cannot see.
create or replace function outside_mails_lately(address text) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select count(*)::integer from auth.outside_mails
  where email = lower(address) and sent_at > now() - interval '30 days' and (kind = 'question' or not trusted));
revoke all on function outside_mails_lately(text) from public;
