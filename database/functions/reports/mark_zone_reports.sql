-- Marks all days of a company whose time zone changed. The time zone of the provider is that of every company without
-- one.
create or replace function mark_zone_reports() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into report_marks (company_id) values (new.id);
  if new.is_internal then insert into report_marks (company_id) select c.id from companies c where c.time_zone is null and c.id <> new.id; end if;
  return null;
end $$;
