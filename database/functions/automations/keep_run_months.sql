-- Adds the change of days to their months in the same statement. Batches of one automation run one after the other (see
-- `store_runs`), so this adds no waiting.
create or replace function keep_run_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into run_months as m (company_id, installation_id, month, succeeded, failed, skipped, minutes_saved)
      select n.company_id, n.installation_id, date_trunc('month', n.day)::date, sum(n.succeeded), sum(n.failed), sum(n.skipped), sum(n.minutes_saved)
      from new_days n group by 1, 2, 3 order by 1, 2, 3
      on conflict (company_id, installation_id, month) do update set succeeded = m.succeeded + excluded.succeeded, failed = m.failed + excluded.failed,
        skipped = m.skipped + excluded.skipped, minutes_saved = m.minutes_saved + excluded.minutes_saved;
    return null;
  end if;
  insert into run_months as m (company_id, installation_id, month, succeeded, failed, skipped, minutes_saved)
    select d.company_id, d.installation_id, date_trunc('month', d.day)::date, sum(d.succeeded), sum(d.failed), sum(d.skipped), sum(d.minutes_saved)
    from (select company_id, installation_id, day, succeeded, failed, skipped, minutes_saved from new_days
      union all select company_id, installation_id, day, -succeeded, -failed, -skipped, -minutes_saved from old_days) d
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (company_id, installation_id, month) do update set succeeded = m.succeeded + excluded.succeeded, failed = m.failed + excluded.failed,
      skipped = m.skipped + excluded.skipped, minutes_saved = m.minutes_saved + excluded.minutes_saved;
  return null;
end $$;
