-- Marks the days of a time entry that moved to another ticket.
create or replace function mark_entry_reports() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into report_marks (company_id, at) select distinct l.company_id, l.created_at from shared_hour_ledger l where l.company_id = new.company_id and l.entry_id = new.id;
  return null;
end $$;
