-- Counts changes of agreements that affect service levels. Deferred to the end of the transaction, because all such
-- changes wait for one row.
create or replace function agreement_revises_sla() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.sla_policy_id is not null
    or exists (select from shared_agreements where company_id = new.company_id and sla_policy_id is not null) then
    update sla_revisions set revision = revision + 1;
  end if;
  return null;
end $$;
revoke all on function agreement_revises_sla() from public;
