-- Returns the API key with this hash, or no row when it is unknown, revoked or expired. Records when it was used, to
-- the minute. In SQL because the platform, which imports no module, calls it.
create or replace function use_api_key(key_hash text)
  returns table (id uuid, company_id uuid, created_by uuid, scopes text[])
  language plpgsql set search_path = public, pg_temp as $$
declare
  found_key api_keys;
begin
  select * into found_key from api_keys k
    where k.hash = key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
  if not found then return; end if;
  if found_key.last_used_at is null or found_key.last_used_at < now() - interval '1 minute' then
    update api_keys k set last_used_at = now() where k.company_id = found_key.company_id and k.id = found_key.id;
  end if;
  return query select found_key.id, found_key.company_id, found_key.created_by, found_key.scopes;
end $$;
revoke all on function use_api_key(text) from public;
