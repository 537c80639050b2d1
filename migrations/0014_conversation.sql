-- Watchers, mentions, drafts that follow a person to other devices, corrected messages with what they said before, and
-- the staff's canned replies.

-- Whether somebody can still sign in: who cannot is not offered as a watcher or in a mention.
create or replace view people with (security_barrier) as
  select p.id, p.company_id, p.full_name, c.is_internal, p.deactivated_at is null as active
  from profiles p join companies c on c.id = p.company_id
  where c.is_internal
    or p.company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
    or ((select current_user) = 'portal_staff' and (select nullif(current_setting('app.user_id', true), '')) is not null);

-- Who is told of a ticket besides its requester: a user, or a contact of the company who has no account.
create table ticket_watchers (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  user_id uuid references profiles on delete cascade,
  contact_id uuid,
  -- Staff who follow a ticket for themselves: the partner need not see who does. Set by a trigger.
  staff_only boolean not null default false,
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (num_nonnulls(user_id, contact_id) = 1),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create unique index ticket_watchers_by_user on ticket_watchers (company_id, ticket_id, user_id) where user_id is not null;
create unique index ticket_watchers_by_contact on ticket_watchers (company_id, ticket_id, contact_id) where contact_id is not null;
create index ticket_watchers_of_user on ticket_watchers (user_id) where user_id is not null;
create index ticket_watchers_of_contact on ticket_watchers (company_id, contact_id) where contact_id is not null;
call fence('ticket_watchers', hidden => 'staff_only');
grant select, insert, delete on ticket_watchers to portal_tenant, portal_staff;

-- A partner who mentions an engineer sees that the engineer follows; whom staff put there themselves only staff see.
create function mark_staff_watcher() returns trigger language plpgsql as $$
begin
  new.staff_only := new.user_id is not null and current_user <> 'portal_tenant'
    and exists (select from profiles p join companies c on c.id = p.company_id where p.id = new.user_id and c.is_internal);
  return new;
end $$;
create trigger ticket_watchers_mark before insert on ticket_watchers for each row execute function mark_staff_watcher();

-- Who is named with @ in a message; found in its text by the server.
create table mentions (
  company_id uuid not null,
  message_id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  ticket_id uuid not null,
  staff_only boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, message_id, user_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index mentions_of_ticket on mentions (ticket_id);
create index mentions_of_user on mentions (user_id, created_at desc);
call fence('mentions', hidden => 'staff_only');
grant select, insert, delete on mentions to portal_tenant, portal_staff;

-- A message can be put right for a while by who wrote it. What it said before is kept, for staff.
alter table messages
  add version integer not null default 1,
  add edited_at timestamptz;
grant update (body, version, edited_at) on messages to portal_tenant, portal_staff;

-- Nobody rewrites what somebody else said, whatever the code above does.
create function only_own_words() returns trigger language plpgsql as $$
begin
  if current_user in ('portal_tenant', 'portal_staff')
    and old.author_id is distinct from nullif(current_setting('app.user_id', true), '')::uuid then
    raise exception 'a message is changed by its author only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger messages_own_words before update of body on messages for each row execute function only_own_words();

create table message_versions (
  company_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  body text not null check (length(body) <= 50000),
  -- Since when it had said this.
  written_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index message_versions_of_message on message_versions (company_id, message_id, replaced_at, id);
call fence('message_versions');
grant insert on message_versions to portal_tenant;
grant select, insert on message_versions to portal_staff;

-- What somebody has written and not sent. Belongs to the writer's company, not the ticket's: no partner is in reach of
-- what staff are writing. Each save gets a new revision, by which two devices notice each other.
create table ticket_drafts (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('reply', 'note', 'new')),
  ticket_company_id uuid,
  ticket_id uuid,
  body text not null default '' check (length(body) <= 100000),
  -- The other fields of a ticket that is not opened yet.
  fields jsonb check (length(fields::text) <= 20000),
  file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 40),
  revision uuid not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((kind = 'new') = (ticket_id is null)),
  check ((ticket_id is null) = (ticket_company_id is null)),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade,
  foreign key (ticket_company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create unique index ticket_drafts_one on ticket_drafts (user_id, kind, ticket_id) nulls not distinct;
create index ticket_drafts_of_ticket on ticket_drafts (ticket_company_id, ticket_id);
create index ticket_drafts_by_age on ticket_drafts (updated_at);
call fence('ticket_drafts');
grant select, insert, delete, update (body, fields, file_ids, revision, updated_at) on ticket_drafts to portal_tenant, portal_staff;

-- A file that waits in a draft outlives the daily sweep.
alter table files add kept_until timestamptz;

-- Answers that staff write often. They belong to the provider's own company.
create table canned_replies (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  -- What is typed after the slash.
  shortcut text not null check (shortcut ~ '^[a-z0-9][a-z0-9-]{0,29}$'),
  body text not null check (length(body) between 1 and 20000),
  version integer not null default 1,
  updated_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index canned_replies_by_shortcut on canned_replies (company_id, shortcut);
create index canned_replies_by_name on canned_replies (company_id, lower(name), id);
call fence('canned_replies');
grant select, insert, delete, update (name, shortcut, body, version, updated_by, updated_at) on canned_replies to portal_staff;
