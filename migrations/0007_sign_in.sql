-- Second factors, one-time tokens, and what a session knows beside its cookie. All of it in the schema that no login
-- role of the app can reach.

alter table auth.session
  -- When the person last proved who they are: changes to the account ask for a recent proof.
  add confirmed_at timestamptz not null default now(),
  add last_used_at timestamptz not null default now(),
  -- How the session began.
  add way text not null default 'password' check (way in ('password', 'google', 'passkey', 'link', 'view-as')),
  -- The administrator who looks at the portal as this user; such a session changes nothing and ends soon.
  add viewer_id uuid references auth."user" on delete cascade,
  add reason text;

-- Authenticator apps. The secret is sealed with a key of the app.
create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth."user" on delete cascade,
  friendly_name text not null check (length(friendly_name) between 1 and 60),
  secret text not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- The last time step (RFC 6238) that was accepted: no step counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create unique index factors_one_verified on auth.factors (user_id) where status = 'verified';
create unique index factors_one_unverified on auth.factors (user_id) where status = 'unverified';

create table auth.recovery_codes (
  user_id uuid not null references auth."user" on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth."user" on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  friendly_name text not null check (length(friendly_name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on auth.passkeys (user_id);

-- Something begun in one request and finished in another: a second factor that is due, a passkey's challenge.
-- Named by a cookie or by a token in a mail, of which only the hash is kept; spent by deleting the row.
create table auth.one_time (
  hash text primary key,
  purpose text not null check (purpose in ('factor', 'passkey', 'password', 'verify-email', 'change-email')),
  user_id uuid references auth."user" on delete cascade,
  data jsonb not null default '{}',
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index one_time_by_age on auth.one_time (expires_at);
create index one_time_of_user on auth.one_time (user_id, purpose);

alter table profiles
  add time_zone text check (length(time_zone) <= 60),
  add last_seen_at timestamptz,
  add deactivated_at timestamptz;
create index profiles_of_email on profiles (email);
grant update (full_name, email, time_zone, deactivated_at, updated_at) on profiles to portal_tenant, portal_staff;
grant update (company_id) on profiles to portal_staff;
grant insert, update, delete on user_roles to portal_tenant, portal_staff;

-- A role of the provider's staff never belongs to a partner, and the other way round, whatever the code above does.
create function role_fits_company() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if (new.role in ('engineer', 'admin')) is distinct from (select is_internal from companies where id = new.company_id) then
    raise exception 'role % does not fit the company', new.role using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger user_roles_fit_company before insert or update on user_roles for each row execute function role_fits_company();

-- What programs of a company call the API with. Only the hash of a key is kept.
create table api_keys (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- The beginning of the key, by which people tell keys apart.
  prefix text not null,
  hash text not null unique,
  scopes text[] not null,
  created_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id)
);
call fence('api_keys');
grant select (company_id, id, name, prefix, scopes, created_by, created_at, expires_at, last_used_at, revoked_at),
  insert, update (revoked_at) on api_keys to portal_tenant;
grant select (company_id, id, name, prefix, scopes, created_by, created_at, expires_at, last_used_at, revoked_at),
  update (revoked_at) on api_keys to portal_staff;

-- Photos of people and logos of companies, small enough to live here; id is the person's or the company's.
create table pictures (
  company_id uuid not null references companies,
  id uuid not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 524288),
  -- Names these very bytes, for caches.
  etag text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
call fence('pictures');
grant select, insert, update, delete on pictures to portal_tenant, portal_staff;
