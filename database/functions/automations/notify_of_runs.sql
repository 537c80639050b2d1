-- Notifies open pages of runs that they have not been notified of. Returns null when that is done, and otherwise in how
-- many milliseconds it may be done. In SQL because it locks the automation while it decides, so that parallel calls
-- notify once.
create or replace function notify_of_runs(installation uuid) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  automation record;
begin
  select x.company_id, x.id, x.told_at, x.untold into automation from public.installations x where x.id = installation for no key update;
  if not found or not automation.untold then return null; end if;
  if not public.may_notify_of_runs(automation.told_at) then
    return ceil(extract(epoch from automation.told_at + interval '1 second' - clock_timestamp()) * 1000);
  end if;
  update public.installations x set told_at = clock_timestamp(), untold = false where x.company_id = automation.company_id and x.id = automation.id;
  perform public.publish_runs(automation.company_id, automation.id);
  return null;
end $$;
revoke all on function notify_of_runs(uuid) from public;
