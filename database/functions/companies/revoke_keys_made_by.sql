-- Revokes the API keys that a person made, and returns them. Keys for runs that staff made for a partner belong to the
-- partner's automations and stay, if the person had proved their mailbox before. Without such a proof, someone else may
-- have made them. In SQL because the module `account` cannot import `companies`, which imports it.
create or replace function revoke_keys_made_by(person uuid, proven_at timestamptz) returns table (id uuid, company_id uuid, name text)
  language sql set search_path = public, pg_temp as $$
  update api_keys k set revoked_at = now()
  where k.created_by = person and k.revoked_at is null
    and not (k.scopes = array['runs:write'] and k.created_at >= coalesce(proven_at, 'infinity')
      and exists (select from profiles p join companies c on c.id = p.company_id
        where p.id = person and c.is_internal and c.id <> k.company_id))
  returning k.id, k.company_id, k.name;
$$;
revoke all on function revoke_keys_made_by(uuid, timestamptz) from public;
