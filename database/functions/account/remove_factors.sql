-- Deletes the authenticator app, recovery codes and passkeys of a person who has lost them. Returns how many. Only for
-- staff. The person gets a new grace period to set one up. In SQL because it runs as the owner: logins cannot write
-- second factors.
create or replace function remove_factors(target uuid) returns table (factors integer, passkeys integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not public.may_act_on(target) then
    raise exception 'not signed in' using errcode = 'insufficient_privilege';
  end if;
  with gone as (delete from auth.factors where user_id = target returning status)
    select count(*) filter (where status = 'verified') from gone into factors;
  with gone as (delete from auth.passkeys where user_id = target returning 1) select count(*) from gone into passkeys;
  delete from auth.recovery_codes where user_id = target;
  delete from auth.two_factor_grace where user_id = target;
  perform public.keep_second_factor(target, false);
  return next;
end $$;
revoke all on function remove_factors(uuid) from public;
grant execute on function remove_factors(uuid) to portal_staff;
