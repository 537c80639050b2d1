-- Seeds the agreement templates when the provider is created.
create or replace function seed_provider_agreements() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform seed_agreement_templates(new.id);
  return null;
end $$;
