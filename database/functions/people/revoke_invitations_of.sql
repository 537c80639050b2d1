-- Revokes the open invitations that a person sent last, and returns their addresses. In SQL because the module
-- `account` cannot import `people`, which imports it.
create or replace function revoke_invitations_of(person uuid) returns setof text
  language sql set search_path = public, pg_temp as $$
  update invitations set revoked_at = now()
  where invited_by = person and accepted_at is null and revoked_at is null
  returning email;
$$;
revoke all on function revoke_invitations_of(uuid) from public;
