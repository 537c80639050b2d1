-- Assigns a service level policy to a company. Null restores the default policy. In SQL because the module `sla`, which
-- sets the policy, imports no other module.
create or replace function set_sla_policy(of_company uuid, policy uuid) returns void
  language sql set search_path = public, pg_temp as $$
  update companies set sla_policy_id = policy where id = of_company;
$$;
revoke all on function set_sla_policy(uuid, uuid) from public;
grant execute on function set_sla_policy(uuid, uuid) to portal_staff;
