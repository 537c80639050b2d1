-- Sign-in: accounts, sessions and second factors. The first four tables are those of better-auth, as its own generator
-- writes them (docs/decisions/002-sign-in.md). No login role of the app reaches this schema.

create table auth."user" (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz default CURRENT_TIMESTAMP not null,
  -- When the owner first proved that the address is theirs: by a one-time token sent to it, or by a Google sign-in with the
  -- same verified address. "emailVerified" cannot say this, because it was once possible to set it without the mailbox. Null on
  -- accounts from before: the next proof removes every older way into the account (src/server/account/recovery/prove-mailbox.ts).
  "mailboxProvenAt" timestamptz
);
comment on table auth."user" is 'Accounts by email address.';

create table auth.session (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  -- When the person last proved who they are; changes to the account require a recent proof.
  confirmed_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- How the person signed in.
  way text not null default 'password' check (way in ('password', 'google', 'passkey', 'link', 'view-as')),
  -- The administrator who views the portal as this user; such a session is read-only and short.
  viewer_id uuid references auth."user" on delete cascade,
  reason text,
  -- Second factor: shown (done), not required at sign-in (none), required but within the grace period (grace), or required
  -- before anything else (due).
  two_factor text not null default 'none' check (two_factor in ('none', 'grace', 'due', 'done'))
);
comment on table auth.session is 'Sessions of signed-in people.';
create index "session_userId_idx" on auth."session" ("userId");

create table auth.account (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz not null
);
comment on table auth.account is 'Ways to sign in to an account: its password, or Google.';
create index "account_userId_idx" on auth."account" ("userId");

create table auth.verification (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz default CURRENT_TIMESTAMP not null
);
comment on table auth.verification is 'Short-lived values that better-auth keeps between two requests.';
create index "verification_identifier_idx" on auth."verification" ("identifier");

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
comment on table auth.factors is 'Authenticator apps; the secret is encrypted with a key of the app.';
create unique index factors_one_verified on auth.factors (user_id) where status = 'verified';
create unique index factors_one_unverified on auth.factors (user_id) where status = 'unverified';

create table auth.recovery_codes (
  user_id uuid not null references auth."user" on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table auth.recovery_codes is 'Hashes of recovery codes for people who have lost their second factor.';

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
comment on table auth.passkeys is 'Passkeys of accounts.';
create index passkeys_of_user on auth.passkeys (user_id);

-- A row is named by a cookie or by a token in a mail, of which only the hash is kept.
create table auth.one_time (
  hash text primary key,
  purpose text not null check (purpose in ('factor', 'passkey', 'password', 'verify-email', 'change-email')),
  user_id uuid references auth."user" on delete cascade,
  data jsonb not null default '{}',
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table auth.one_time is 'What begins in one request and ends in another (a second factor, a passkey challenge, a link in a mail); deleted when used.';
create index one_time_by_age on auth.one_time (expires_at);
create index one_time_of_user on auth.one_time (user_id, purpose);

-- The owners of a company or the provider's administrators can require it. The default is in
-- `src/server/account/factors/two-factor.ts`.
create table auth.two_factor_rules (
  company_id uuid primary key,
  required boolean not null,
  changed_by uuid references auth."user" on delete set null,
  changed_at timestamptz not null default now()
);
comment on table auth.two_factor_rules is 'Companies that decided whether everybody must use two-factor authentication; the others follow the default.';

create table auth.two_factor_grace (
  user_id uuid primary key references auth."user" on delete cascade,
  sign_ins integer not null check (sign_ins > 0)
);
comment on table auth.two_factor_grace is 'How often a person signed in without a second factor while one was required.';
