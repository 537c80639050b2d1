-- revoke_keys_made_by replaces it, with another result.
drop function if exists revoke_keys_of(uuid, timestamptz);
