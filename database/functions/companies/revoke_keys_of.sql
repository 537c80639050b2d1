-- Revokes the API keys that a person made before a time, and returns their names. Keys that an administrator of the provider
-- made for a partner belong to the partner's automations and stay.
create or replace function revoke_keys_of(person uuid, before timestamptz) returns setof text
  language sql set search_path = public, pg_temp as $$
  update api_keys k set revoked_at = now()
  where k.created_by = person and k.revoked_at is null and k.created_at < before
    and not (k.scopes = array['runs:write'] and exists (select from profiles p join companies c on c.id = p.company_id
      where p.id = person and c.is_internal and c.id <> k.company_id))
  returning k.name;
$$;
revoke all on function revoke_keys_of(uuid, timestamptz) from public;
