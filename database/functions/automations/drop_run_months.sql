-- Subtracts deleted days from their months.
create or replace function drop_run_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update run_months m set succeeded = m.succeeded - d.succeeded, failed = m.failed - d.failed, skipped = m.skipped - d.skipped,
      minutes_saved = m.minutes_saved - d.minutes_saved
    from (select company_id, installation_id, date_trunc('month', day)::date as month, sum(succeeded) as succeeded, sum(failed) as failed,
      sum(skipped) as skipped, sum(minutes_saved) as minutes_saved from old_days group by 1, 2, 3) d
    where m.company_id = d.company_id and m.installation_id = d.installation_id and m.month = d.month;
  return null;
end $$;
