-- Runs `report_refresh` for the next company with marks. Returns how many companies have marks left. For reports across
-- companies. In SQL because it runs as the owner: it reads the marks of all companies.
create or replace function report_refresh_next() returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'portal_tenant' then raise exception 'partners cannot refresh reports' using errcode = 'insufficient_privilege'; end if;
  perform report_refresh(company_id) from (select company_id from report_marks order by company_id limit 1) c;
  return (select count(distinct company_id) from report_marks);
end $$;
revoke all on function report_refresh_next() from public;
grant execute on function report_refresh_next() to portal_staff;
