-- Revokes every access token of a user, and with `end_sessions` every session, in the caller's transaction, so that
-- both or neither take effect. Sessions in which the user views the portal as another user always end, and are
-- returned. Every process is notified at commit: see src/server/platform/sign-in/revocations.ts. In SQL because it runs
-- as the owner: logins cannot write sessions and revocations.
create or replace function take_back_access(target uuid, end_sessions boolean) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moment double precision := extract(epoch from clock_timestamp());
  viewing uuid;
begin
  if not public.may_act_on(target) then
    raise exception 'not a user of this company' using errcode = 'insufficient_privilege';
  end if;
  if end_sessions then
    delete from auth.session where "userId" = target;
    -- Everything that still waits for a second factor, a password or a link in a mail.
    delete from auth.one_time where user_id = target;
  end if;
  insert into auth.revocations (user_id, created_at) values (target, to_timestamp(moment));
  perform pg_notify('revoked', json_build_object('sessionId', null, 'userId', target, 'at', moment * 1000)::text);
  for viewing in delete from auth.session where viewer_id = target returning id loop
    insert into auth.revocations (session_id, created_at) values (viewing, to_timestamp(moment));
    perform pg_notify('revoked', json_build_object('sessionId', viewing, 'userId', null, 'at', moment * 1000)::text);
    return next viewing;
  end loop;
end $$;
revoke all on function take_back_access(uuid, boolean) from public;
grant execute on function take_back_access(uuid, boolean) to portal_tenant, portal_staff;
