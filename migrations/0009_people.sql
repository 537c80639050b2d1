-- Invitations, and what a change of a user's standing does to what that user has open.

alter table profiles
  -- Whether an authenticator app is verified: the truth is in auth.factors, which no login of the app can reach.
  add second_factor boolean not null default false;
-- The orders of the user lists, of one company and of all.
create index profiles_by_name on profiles (lower(full_name), id);
create index profiles_of_company_by_name on profiles (company_id, lower(full_name), id);
create index profiles_by_seen on profiles (coalesce(last_seen_at, '1970-01-01 00:00:00+00'::timestamptz), id);
create index profiles_of_company_by_seen on profiles (company_id, coalesce(last_seen_at, '1970-01-01 00:00:00+00'::timestamptz), id);
create index profiles_by_created on profiles (created_at, id);
create index profiles_of_company_by_created on profiles (company_id, created_at, id);
create index user_roles_of_company on user_roles (company_id, role);

-- Somebody asked to join a company. Only the hash of the token in the mail is kept, and no login of the app reads it.
create table invitations (
  company_id uuid not null references companies,
  id uuid not null,
  email text not null check (email = lower(email) and length(email) between 3 and 255),
  full_name text check (length(full_name) between 1 and 100),
  role text not null check (role in ('member', 'owner', 'engineer', 'admin')),
  token_hash text not null unique check (length(token_hash) = 43),
  invited_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  last_sent_at timestamptz not null default now(),
  sent_count integer not null default 1 check (sent_count between 1 and 10),
  accepted_at timestamptz,
  accepted_by uuid references profiles,
  revoked_at timestamptz,
  primary key (company_id, id),
  check (num_nonnulls(accepted_at, accepted_by) <> 1),
  check (num_nonnulls(accepted_at, revoked_at) <= 1)
);
create unique index invitations_one_open on invitations (company_id, email) where accepted_at is null and revoked_at is null;
create unique index invitations_by_id on invitations (id);
create index invitations_by_inviter on invitations (invited_by, created_at);
create index invitations_open_by_created on invitations (created_at, id) where accepted_at is null and revoked_at is null;
call fence('invitations');
create trigger invitations_fit_company before insert or update of role, company_id on invitations
  for each row execute function role_fits_company();
grant select (company_id, id, email, full_name, role, invited_by, created_at, expires_at, last_sent_at, sent_count,
    accepted_at, accepted_by, revoked_at),
  insert (company_id, id, email, full_name, role, token_hash, invited_by),
  update (token_hash, expires_at, last_sent_at, sent_count, revoked_at)
  on invitations to portal_tenant, portal_staff;

-- Whether the login that calls may act on this user: partners on users of their company, staff on all. Session_user is
-- the login even inside a function that runs as the owner.
create function may_act_on(target uuid) returns boolean language sql stable set search_path = pg_catalog, public as $$
  select case session_user
    when 'portal_tenant' then exists (select from public.profiles where id = target
      and company_id = nullif(current_setting('app.company_id', true), '')::uuid)
    when 'portal_staff' then nullif(current_setting('app.user_id', true), '') is not null
    else true end
$$;

-- Takes back every access token of a user, and ends every session if told so, in the transaction of the act that is
-- the reason: neither happens without the other. What the user looks at as somebody else ends in any case; those
-- sessions are the answer. (Every process hears of it on commit; see platform/revocations.ts.)
create function take_back_access(target uuid, end_sessions boolean) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  moment double precision := extract(epoch from clock_timestamp());
  viewing uuid;
begin
  if not public.may_act_on(target) then
    raise exception 'not a user of this company' using errcode = 'insufficient_privilege';
  end if;
  if end_sessions then
    delete from auth.session where "userId" = target;
    -- What was begun and waits for a second factor, a password or an answer by mail.
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
revoke execute on function take_back_access(uuid, boolean) from public;
grant execute on function take_back_access(uuid, boolean) to portal_tenant, portal_staff;

-- Removes authenticator app, recovery codes and passkeys of somebody who has lost them; only the provider can.
create function remove_factors(target uuid) returns table (factors integer, passkeys integer)
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not public.may_act_on(target) then
    raise exception 'not signed in' using errcode = 'insufficient_privilege';
  end if;
  with gone as (delete from auth.factors where user_id = target returning status)
    select count(*) filter (where status = 'verified') from gone into factors;
  with gone as (delete from auth.passkeys where user_id = target returning 1) select count(*) from gone into passkeys;
  delete from auth.recovery_codes where user_id = target;
  update public.profiles set second_factor = false where id = target;
  return next;
end $$;
revoke execute on function remove_factors(uuid) from public;
grant execute on function remove_factors(uuid) to portal_staff;
