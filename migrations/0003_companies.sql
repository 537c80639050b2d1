create table companies (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  slug text not null unique check (length(slug) between 1 and 100),
  is_internal boolean not null default false,
  phone text,
  website text,
  address text,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call fence('companies', keyed_by => 'id');
grant select on companies to portal_tenant, portal_staff;

-- A person. The key is the id alone, not (company_id, id): a person can move to another company, and what
-- they wrote in the old one keeps pointing at them.
create table profiles (
  id uuid primary key references auth."user" on delete cascade,
  company_id uuid not null references companies,
  full_name text not null check (length(full_name) between 1 and 100),
  email text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, company_id)
);
create index profiles_of_company on profiles (company_id, full_name, id);
call fence('profiles');
grant select on profiles to portal_tenant, portal_staff;

-- At most one role a person; none means member at a partner, engineer at the provider.
create table user_roles (
  user_id uuid primary key,
  company_id uuid not null,
  role text not null check (role in ('member', 'owner', 'engineer', 'admin')),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
call fence('user_roles');
grant select on user_roles to portal_tenant, portal_staff;

-- What a partner may know of people outside the own company: that an employee of the provider has this name.
create view people with (security_barrier) as
  select p.id, p.company_id, p.full_name, c.is_internal
  from profiles p join companies c on c.id = p.company_id
  where c.is_internal
    or p.company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
    or ((select current_user) = 'portal_staff' and (select nullif(current_setting('app.user_id', true), '')) is not null);
grant select on people to portal_tenant, portal_staff;

-- Who changed what, when, as whom. Never altered, never deleted.
create table audit_log (
  company_id uuid not null references companies,
  id bigint generated always as identity,
  actor_id uuid,
  actor_role text,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  ip inet,
  request_id text,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index audit_log_of_subject on audit_log (company_id, subject_type, subject_id, id);
call fence('audit_log');
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_mutation();
grant insert on audit_log to portal_tenant;
grant select, insert on audit_log to portal_staff;

-- What happened, in order: the live stream resumes from here, later features read it.
create table events (
  company_id uuid not null references companies,
  id bigint generated always as identity,
  topic text not null,
  kind text not null,
  subject_id uuid not null,
  actor_id uuid,
  staff_only boolean not null default false,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index events_by_id on events (id);
call fence('events', hidden => 'staff_only');
grant select, insert on events to portal_tenant, portal_staff;
create trigger events_append_only before update on events for each row execute function refuse_mutation();

create function announce_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('events', json_build_object(
    'id', new.id, 'companyId', new.company_id, 'topic', new.topic, 'kind', new.kind, 'subjectId', new.subject_id,
    'actorId', new.actor_id, 'staffOnly', new.staff_only)::text);
  return null;
end $$;
create trigger events_announce after insert on events for each row execute function announce_event();

-- The first answer to a create that carried an Idempotency-Key, written in the transaction of its effect.
create table idempotency_keys (
  company_id uuid not null references companies,
  user_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  operation text not null,
  body_hash text not null,
  response json,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call fence('idempotency_keys');
grant select, insert, update on idempotency_keys to portal_tenant, portal_staff;
