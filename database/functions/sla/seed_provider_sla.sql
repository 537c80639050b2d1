-- Seeds the service levels when the provider is created.
create or replace function seed_provider_sla() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform seed_sla(new.id);
  return null;
end $$;
