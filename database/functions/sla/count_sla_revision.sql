-- Counts a change of service levels.
create or replace function count_sla_revision() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sla_revisions set revision = revision + 1;
  return null;
end $$;
