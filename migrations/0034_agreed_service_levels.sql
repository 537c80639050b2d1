-- The service level of an agreement: which one a ticket is reckoned by follows from the agreement that its work counts for.

-- What work counts for where nothing else was said: an active agreement that draws hours; those that hours are bought with
-- come first, then the oldest.
create view default_agreements with (security_invoker = true) as
  select distinct on (company_id) company_id, id, number, name, sla_policy_id
  from agreements where status = 'active' and not covers_time
  order by company_id, (type in ('block_hours', 'retainer')) desc, starts_on, number;
grant select on default_agreements to portal_tenant, portal_staff;

create index agreements_with_sla on agreements (company_id) where sla_policy_id is not null;
create index agreements_by_sla_policy on agreements (sla_policy_id) where sla_policy_id is not null;

-- Counts what agreements change about what is promised. Deferred: all changes of that kind wait for one row, so it is held
-- at the very end of a transaction and for nothing else.
create function agreement_revises_sla() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.sla_policy_id is not null
    or exists (select from agreements where company_id = new.company_id and sla_policy_id is not null) then
    update sla_revisions set revision = revision + 1;
  end if;
  return null;
end $$;
revoke all on function agreement_revises_sla() from public;
create constraint trigger agreements_add_to_sla after insert on agreements deferrable initially deferred for each row
  when (new.status = 'active' and new.sla_policy_id is not null) execute function agreement_revises_sla();
create constraint trigger agreements_revise_sla after update on agreements deferrable initially deferred for each row
  when ((old.status = 'active' or new.status = 'active')
    and (old.status, old.sla_policy_id, old.covers_time, old.type, old.starts_on)
      is distinct from (new.status, new.sla_policy_id, new.covers_time, new.type, new.starts_on))
  execute function agreement_revises_sla();
update sla_revisions set revision = revision + 1
  where exists (select from agreements where status = 'active' and sla_policy_id is not null);
