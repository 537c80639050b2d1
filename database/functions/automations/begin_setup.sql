-- Begins the setup of a bought automation once the questions are answered and the setup ticket exists. Returns whether
-- it began. The only change of status that the login of partners can cause. In SQL because it runs as the owner:
-- partners cannot write this status.
create or replace function begin_setup(of_company uuid, installation uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or current_setting('app.role', true) is distinct from 'owner') then
    raise exception 'only an owner can answer the setup questions' using errcode = 'insufficient_privilege';
  end if;
  update installations i set status = 'provisioning', provisioning_at = coalesce(i.provisioning_at, now())
    where i.company_id = of_company and i.id = installation and i.status = 'requested'
      and i.answered_at is not null and i.ticket_id is not null;
  return found;
end $$;
revoke all on function begin_setup(uuid, uuid) from public;
grant execute on function begin_setup(uuid, uuid) to portal_tenant, portal_staff;
