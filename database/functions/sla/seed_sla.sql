-- Gives a new provider the service levels that the product comes with. A business day of its calendar has 480 minutes.
-- In SQL because the trigger for new providers calls it, however the company is added.
create or replace function seed_sla(provider uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  calendar uuid := gen_random_uuid();
  open jsonb := '[{"from": "09:00", "to": "17:00"}]';
begin
  insert into sla_revisions (company_id) values (provider) on conflict do nothing;
  insert into sla_calendars (company_id, id, name, time_zone, hours) values (provider, calendar, 'Business hours',
    coalesce((select time_zone from companies where id = provider), 'America/New_York'),
    jsonb_build_object('mon', open, 'tue', open, 'wed', open, 'thu', open, 'fri', open, 'sat', '[]'::jsonb, 'sun', '[]'::jsonb));
  insert into sla_policies (company_id, id, name, calendar_id, is_default, targets) values (provider, gen_random_uuid(), 'Standard', calendar, true, '{
    "P1": {"response": {"minutes": 15, "clock": "business"}, "resolution": {"minutes": 120, "clock": "business"}},
    "P2": {"response": {"minutes": 60, "clock": "business"}, "resolution": {"minutes": 240, "clock": "business"}},
    "P3": {"response": {"minutes": 120, "clock": "business"}, "resolution": {"minutes": 480, "clock": "business"}},
    "P4": {"response": {"minutes": 240, "clock": "business"}, "resolution": {"minutes": 1440, "clock": "business"}}}');
end $$;
revoke all on function seed_sla(uuid) from public;
