-- What people are told: the reader of events behind it, what each person has been told, and what each wants to be told.

-- The transaction that wrote an event. Numbers of events are given out before the commit, so an event can become visible
-- after one with a higher number; by transaction, and only below the oldest that still runs, nothing can come late.
-- Events of before have been told of or were from a time when nobody was told: they keep 0, which no reader reaches.
alter table events add tx xid8 not null default '0';
alter table events alter tx set default pg_current_xact_id();
-- For this person only; null: for everybody who may see it.
alter table events add user_id uuid;
-- What is for one person only is word of what was told already: nobody is told of it again.
create index events_by_transaction on events (tx, id) where user_id is null;
alter policy tenant_rows on events using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid) and not staff_only
  and (user_id is null or user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)));
alter policy staff_rows on events using (
  (select nullif(current_setting('app.user_id', true), '')) is not null
  and (user_id is null or user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)));

create or replace function announce_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('events', json_build_object(
    'id', new.id, 'companyId', new.company_id, 'topic', new.topic, 'kind', new.kind, 'subjectId', new.subject_id,
    'actorId', new.actor_id, 'staffOnly', new.staff_only, 'userId', new.user_id)::text);
  return null;
end $$;

-- What the reader of events keeps. No login of the app reaches it.
create schema feed;
create table feed.cursor (
  one boolean primary key default true check (one),
  -- Everything up to here has been read.
  tx xid8 not null,
  event_id bigint not null
);
-- From now on, and what other processes are writing in this moment.
insert into feed.cursor (tx, event_id) values (pg_snapshot_xmin(pg_current_snapshot()), 0);
-- Events whose telling threw: tried again at `next_at`, set aside when that is null.
create table feed.failures (
  event_id bigint primary key,
  company_id uuid not null,
  attempts integer not null,
  error text not null,
  next_at timestamptz,
  failed_at timestamptz not null default now()
);
create index failures_due on feed.failures (next_at) where next_at is not null;

-- What one person has been told. Rows are the person's own: neither colleagues nor staff see them.
create table notifications (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  event_id bigint not null,
  kind text not null check (length(kind) between 1 and 40),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 500),
  -- Where it leads in the portal.
  path text not null check (path ~ '^/[^/\\]' and length(path) <= 500),
  subject_id uuid not null,
  -- Whether it stands in the bell; what does not only waits for the digest.
  shown boolean not null,
  read_at timestamptz,
  -- Waits for the next daily mail.
  digest boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  unique (user_id, event_id, kind),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
create index notifications_of_user on notifications (company_id, user_id, id desc) where shown;
create index notifications_of_user_by_kind on notifications (company_id, user_id, kind, id desc) where shown;
create index notifications_unread on notifications (company_id, user_id, id desc) where shown and read_at is null;
create index notifications_unread_about on notifications (company_id, user_id, subject_id) where read_at is null;
create index notifications_for_digest on notifications (user_id, created_at) where digest;
create index notifications_by_age on notifications (created_at);
call fence('notifications');
grant select, update (read_at, digest) on notifications to portal_tenant, portal_staff;

-- What one person wants, where it differs from what is usual for the role.
create table notification_preferences (
  company_id uuid not null references companies,
  user_id uuid not null,
  kind text not null check (length(kind) between 1 and 40),
  bell boolean not null,
  mail text not null check (mail in ('now', 'digest', 'off')),
  updated_at timestamptz not null default now(),
  primary key (company_id, user_id, kind),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
call fence('notification_preferences');
grant select, insert, update (bell, mail, updated_at) on notification_preferences to portal_tenant, portal_staff;

-- When a person's daily mail goes out, in the person's own zone, and for which day it last did.
create table notification_digests (
  company_id uuid not null references companies,
  user_id uuid not null,
  hour integer not null check (hour between 0 and 23),
  sent_on date,
  primary key (company_id, user_id),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
call fence('notification_digests');
grant select, insert (company_id, user_id, hour), update (hour) on notification_digests to portal_tenant, portal_staff;

-- Somebody without an account who wants no more mail about one thing. No login of the app reads it.
create table mail_refusals (
  company_id uuid not null references companies,
  id uuid not null default gen_random_uuid(),
  topic text not null check (length(topic) between 1 and 40),
  subject_id uuid not null,
  email text not null check (email = lower(email) and length(email) between 3 and 255),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, topic, subject_id, email)
);
call fence('mail_refusals');

-- The fence of a company is not enough here: each of these rows is one person's.
do $$ declare t text; begin
  foreach t in array array['notifications', 'notification_preferences', 'notification_digests'] loop
    execute format('alter policy tenant_rows on %I using (
      company_id = (select nullif(current_setting(''app.company_id'', true), '''')::uuid)
      and user_id = (select nullif(current_setting(''app.user_id'', true), '''')::uuid))', t);
    execute format('alter policy staff_rows on %I using (
      user_id = (select nullif(current_setting(''app.user_id'', true), '''')::uuid))', t);
  end loop;
end $$;

-- What somebody was told in one company stays there: it does not go along to the next.
create function forget_notifications() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from public.notifications where user_id = old.id;
  return new;
end $$;
create trigger profiles_leave_notifications before update of company_id on profiles
  for each row when (old.company_id <> new.company_id) execute function forget_notifications();
