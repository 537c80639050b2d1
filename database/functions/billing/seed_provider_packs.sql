-- Adds the default hour packs when the provider is created.
create or replace function seed_provider_packs() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform seed_packs(new.id);
  return null;
end $$;
