-- Adds the default hour packs for a new provider. Administrators can edit them. In SQL because the trigger for new
-- providers calls it, however the company is added.
create or replace function seed_packs(provider uuid) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into hour_packs (company_id, id, name, minutes, price_cents, position)
  select provider, gen_random_uuid(), p.name, p.minutes, p.price_cents, p.position
  from (values ('10 hours', 600, 175000, 0), ('20 hours', 1200, 332500, 1), ('40 hours', 2400, 630000, 2), ('100 hours', 6000, 1487500, 3))
    as p (name, minutes, price_cents, position)
  where not exists (select from hour_packs h where h.company_id = provider)
$$;
revoke all on function seed_packs(uuid) from public;
