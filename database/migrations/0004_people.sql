-- People of companies, their roles and invitations.

-- The key is the id alone, not (company_id, id): a person can move to another company, and what they wrote in the old one
-- still references them.
create table profiles (
  id uuid primary key references auth."user" on delete cascade,
  company_id uuid not null references companies,
  full_name text not null check (length(full_name) between 1 and 100),
  email text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  time_zone text check (length(time_zone) <= 60),
  last_seen_at timestamptz,
  deactivated_at timestamptz,
  -- Whether a second factor is verified; copied from auth, which no login role can reach.
  second_factor boolean not null default false,
  search text not null generated always as (' ' || fold_text(full_name) || ' ' || fold_text(email) || ' ') stored,
  unique (id, company_id)
);
comment on table profiles is 'People: name, address and company of each account.';
create index profiles_of_company on profiles (company_id, full_name, id);
create index profiles_of_email on profiles (email);
-- Sort orders of the user lists, of one company and of all.
create index profiles_by_name on profiles (lower(full_name), id);
create index profiles_of_company_by_name on profiles (company_id, lower(full_name), id);
create index profiles_by_seen on profiles (coalesce(last_seen_at, '1970-01-01 00:00:00+00'::timestamptz), id);
create index profiles_of_company_by_seen on profiles (company_id, coalesce(last_seen_at,
  '1970-01-01 00:00:00+00'::timestamptz), id);
create index profiles_by_created on profiles (created_at, id);
create index profiles_of_company_by_created on profiles (company_id, created_at, id);
create index profiles_last_seen on profiles (company_id, last_seen_at desc nulls last);
create index profiles_by_search on profiles using gin (company_id, search gin_trgm_ops);
create index profiles_by_word on profiles using gin (name_words(search)) where deactivated_at is null;
create index profiles_by_beginning on profiles (left(search, 60) text_pattern_ops) where deactivated_at is null;
call enforce_row_level_security('profiles');
grant select, update (full_name, email, updated_at, time_zone, deactivated_at) on profiles to portal_tenant;
grant select, update (company_id, full_name, email, updated_at, time_zone, deactivated_at) on profiles to portal_staff;
create trigger profiles_move_picture after update of company_id on profiles
  for each row when (old.company_id is distinct from new.company_id) execute function move_picture();

create table user_roles (
  user_id uuid primary key,
  company_id uuid not null,
  role text not null check (role in ('member', 'owner', 'engineer', 'admin')),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
comment on table user_roles is 'The role of a person; without a row it is member at a partner and engineer at the provider.';
create index user_roles_of_company on user_roles (company_id, role);
call enforce_row_level_security('user_roles');
grant select, insert, update, delete on user_roles to portal_tenant, portal_staff;
create trigger user_roles_fit_company before insert or update on user_roles for each row execute function role_fits_company();

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
comment on table invitations is 'Invitations to join a company; only the hash of the token in the mail is kept, and no login role reads it.';
create unique index invitations_one_open on invitations (company_id, email) where accepted_at is null and revoked_at is null;
create unique index invitations_by_id on invitations (id);
create index invitations_by_inviter on invitations (invited_by, created_at);
create index invitations_open_by_created on invitations (created_at, id) where accepted_at is null and revoked_at is null;
call enforce_row_level_security('invitations');
-- Sending again makes the sender the inviter: the link is valid only while that person may invite.
grant select (company_id, id, email, full_name, role, invited_by, created_at, expires_at, last_sent_at, sent_count,
  accepted_at, accepted_by, revoked_at), insert (company_id, id, email, full_name, role, token_hash, invited_by), update
  (token_hash, invited_by, expires_at, last_sent_at, sent_count, revoked_at) on invitations to portal_tenant, portal_staff;
create trigger invitations_fit_company before insert or update of role, company_id on invitations
  for each row execute function role_fits_company();

create view people with (security_barrier) as
  select p.id, p.company_id, p.full_name, c.is_internal, p.deactivated_at is null as active
  from profiles p join companies c on c.id = p.company_id
  where c.is_internal
    or p.company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
    or ((select current_user) = 'portal_staff' and (select nullif(current_setting('app.user_id', true), '')) is not null);
comment on view people is 'Names of people that a login may see: those of its own company and of the provider.';
grant select on people to portal_tenant, portal_staff;

-- Foreign keys of earlier modules that point here.
alter table findings add foreign key (resolved_by) references profiles;
alter table companies add foreign key (mail_approved_by) references profiles on delete set null;
alter table api_keys add foreign key (created_by) references profiles;
alter table company_notes add foreign key (author_id) references profiles;
alter table exports add foreign key (requested_by) references profiles;
