-- Returns leads by words. In SQL because `@@` is not leakproof: under row-level security, it could not use the index.
-- Staff only: other logins get none. Words of a merged lead find the lead that it was merged into.
create or replace function find_leads(words text, of_company uuid) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  query tsquery := to_tsquery('english', words) || to_tsquery('simple', words);
begin
  if session_user <> 'portal_staff' or nullif(current_setting('app.user_id', true), '') is null then return; end if;
  return query select distinct coalesce(l.merged_into, l.id) from leads l where l.company_id = of_company and l.tsv @@ query;
end $$;
revoke all on function find_leads(text, uuid) from public;
grant execute on function find_leads(text, uuid) to portal_staff;
