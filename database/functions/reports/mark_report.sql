-- Marks the day of an inserted, moved or deleted row.
create or replace function mark_report() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then insert into report_marks (company_id, at) values (old.company_id, old.created_at); end if;
  if tg_op <> 'DELETE' then insert into report_marks (company_id, at) values (new.company_id, new.created_at); end if;
  return null;
end $$;
