-- Notifications of a person, and what each wants to be notified of.

create table notifications (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  event_id bigint not null,
  kind text not null check (length(kind) between 1 and 40),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 500),
  -- The page of the portal that it opens.
  path text not null check (path ~ '^/[^/\\]' and length(path) <= 500),
  subject_id uuid not null,
  -- Whether the bell shows it; otherwise it only waits for the daily mail.
  shown boolean not null,
  read_at timestamptz,
  -- True: part of the next daily mail.
  digest boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  unique (user_id, event_id, kind),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
comment on table notifications is 'Notifications of one person; neither colleagues nor staff see them.';
create index notifications_of_user on notifications (company_id, user_id, id desc) where shown;
create index notifications_of_user_by_kind on notifications (company_id, user_id, kind, id desc) where shown;
create index notifications_unread on notifications (company_id, user_id, id desc) where shown and read_at is null;
create index notifications_unread_about on notifications (company_id, user_id, subject_id) where read_at is null;
create index notifications_for_digest on notifications (user_id, created_at) where digest;
create index notifications_by_age on notifications (created_at);
call enforce_row_level_security('notifications');
-- Company isolation is not enough here: each row belongs to one person.
alter policy tenant_rows on notifications using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
  and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
alter policy staff_rows on notifications using (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, update (read_at, digest) on notifications to portal_tenant, portal_staff;

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
comment on table notification_preferences is 'What a person wants to be notified of, where it differs from the default of the role.';
call enforce_row_level_security('notification_preferences');
-- Company isolation is not enough here: each row belongs to one person.
alter policy tenant_rows on notification_preferences using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
  and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
alter policy staff_rows on notification_preferences using (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert, update (bell, mail, updated_at) on notification_preferences to portal_tenant, portal_staff;

create table notification_digests (
  company_id uuid not null references companies,
  user_id uuid not null,
  hour integer not null check (hour between 0 and 23),
  sent_on date,
  primary key (company_id, user_id),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
comment on table notification_digests is 'The hour of a person''s daily mail, in the person''s time zone, and the day it was last sent for.';
call enforce_row_level_security('notification_digests');
-- Company isolation is not enough here: each row belongs to one person.
alter policy tenant_rows on notification_digests using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
  and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
alter policy staff_rows on notification_digests using (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert (company_id, user_id, hour), update (hour) on notification_digests to portal_tenant, portal_staff;

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
comment on table mail_refusals is 'Addresses without an account that unsubscribed from mail about one subject; no login role reads it.';
call enforce_row_level_security('mail_refusals');

-- Triggers of this module on tables of others.
create trigger profiles_leave_notifications before update of company_id on profiles
  for each row when (old.company_id <> new.company_id) execute function forget_notifications();
