-- Tickets, their conversation, facts, mail and estimates.

create sequence ticket_number start 1001;
grant usage on sequence ticket_number to portal_tenant, portal_staff;
create table tickets (
  company_id uuid not null references companies,
  id uuid not null,
  number bigint not null default nextval('ticket_number'),
  subject text not null check (length(subject) between 1 and 200),
  description text not null check (length(description) <= 50000),
  category text not null check (category in ('automation', 'integration', 'licences', 'reporting', 'ai', 'voice', 'account',
    'billing', 'other')),
  impact text not null check (impact in ('one', 'some', 'all')),
  urgency text not null check (urgency in ('low', 'medium', 'high')),
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4')),
  -- Why staff overrode the priority that impact and urgency give; null: not overridden.
  priority_reason text check (length(priority_reason) between 1 and 500),
  status text not null default 'new' check (status in ('new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party',
    'resolved', 'closed')),
  source text not null default 'portal' check (source in ('portal', 'mail', 'api', 'automation')),
  requester_id uuid not null references profiles,
  assignee_id uuid references profiles,
  tags text[] not null default '{}',
  version integer not null default 1,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  client_id uuid,
  contact_id uuid,
  -- The ticket that this one was merged into. A merged ticket is never a target, so there are no chains.
  merged_into uuid check (merged_into <> id),
  merged_at timestamptz,
  rating smallint check (rating between 1 and 5),
  rating_comment text check (length(rating_comment) between 1 and 2000),
  rated_by uuid references profiles on delete set null,
  -- When it was first rated since it was last resolved; the rating can change for some days.
  rated_at timestamptz,
  -- Policy and revision of the last calculation.
  sla_policy_id uuid references sla_policies (id),
  sla_revision bigint not null default 0,
  -- Null while paused before its target, and without a policy.
  response_due_at timestamptz,
  resolution_due_at timestamptz,
  -- Time left of each target while paused, in milliseconds of the target's own clock.
  response_left_ms bigint,
  resolution_left_ms bigint,
  -- Since when both clocks are paused: waiting, resolved or closed.
  sla_paused_at timestamptz,
  -- Earlier pauses as pairs of milliseconds since 1970, in order; and their sum.
  sla_pauses jsonb not null default '[]' check (jsonb_typeof(sla_pauses) = 'array'),
  sla_paused_ms bigint not null default 0 check (sla_paused_ms >= 0),
  -- Time that reopening added to the target, so that it is not overdue immediately.
  resolution_extra_ms bigint not null default 0 check (resolution_extra_ms >= 0),
  -- The highest warning sent in this episode, in percent.
  response_warned smallint not null default 0 check (response_warned in (0, 75, 100)),
  resolution_warned smallint not null default 0 check (resolution_warned in (0, 75, 100)),
  -- The next target that is not met, and when three quarters of its time are used.
  sla_due_at timestamptz,
  sla_soon_at timestamptz,
  -- When the schedule must check again; immediately for a ticket that was never calculated.
  next_sla_check_at timestamptz default now(),
  inbound_id uuid,
  -- The agreement that work counts for; null: the company's default, or else the standard terms.
  agreement_id uuid,
  -- The automation that the ticket is about.
  installation_id uuid,
  folded text check (length(folded) between 1 and 50000),
  -- The partner closed it before staff answered: it neither met nor missed its targets.
  closed_unanswered boolean not null default false,
  primary key (company_id, id),
  check ((merged_into is null) = (merged_at is null)),
  check (merged_into is null or status = 'closed'),
  check ((rating is null) = (rated_at is null)),
  -- Deleting a contact or client removes it from the ticket; the audit log keeps who it was.
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, merged_into) references tickets (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id)
);
comment on table tickets is 'Tickets of a company.';
create unique index tickets_by_id on tickets (id);
create unique index tickets_by_number on tickets (company_id, number);
create index tickets_by_update on tickets (company_id, updated_at desc, id desc);
create index tickets_by_status on tickets (company_id, status, updated_at desc, id desc);
create index tickets_by_creation on tickets (company_id, created_at desc, id desc);
create index tickets_by_priority on tickets (company_id, priority, id);
create index tickets_of_all_by_update on tickets (updated_at desc, id desc);
create index tickets_of_all_by_number on tickets (number desc, id desc);
create index tickets_of_all_by_creation on tickets (created_at desc, id desc);
create index tickets_of_all_by_priority on tickets (priority, id);
create index tickets_of_requester on tickets (requester_id, updated_at desc, id desc);
create index tickets_of_assignee on tickets (assignee_id, updated_at desc, id desc);
create index tickets_open on tickets (updated_at desc, id desc) where status not in ('resolved', 'closed');
create index tickets_open_by_priority on tickets (priority, id) where status not in ('resolved', 'closed');
create index tickets_open_of_assignee on tickets (assignee_id, updated_at desc, id desc)
  where status not in ('resolved', 'closed');
-- Read for every row of the staff's list of companies.
create index tickets_urgent on tickets (company_id, created_at)
  where status not in ('resolved', 'closed') and priority in ('P1', 'P2');
create index tickets_of_client on tickets (client_id, updated_at desc, id desc) where client_id is not null;
create index tickets_of_contact on tickets (contact_id, updated_at desc, id desc) where contact_id is not null;
create index tickets_merged on tickets (merged_into) where merged_into is not null;
create index tickets_rated on tickets (rating, updated_at desc, id desc) where rating is not null;
-- A list in this order needs a value for each ticket; those with no target come last.
create index tickets_by_due on tickets (company_id, (coalesce(sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)), id);
create index tickets_of_all_by_due on tickets ((coalesce(sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)), id);
create index tickets_due on tickets (sla_due_at) where sla_due_at is not null;
create index tickets_soon on tickets (sla_soon_at) where sla_soon_at is not null;
create index tickets_to_check on tickets (next_sla_check_at)
  where next_sla_check_at is not null and status not in ('resolved', 'closed');
create index tickets_by_sla_revision on tickets (sla_revision, id) where status not in ('resolved', 'closed');
-- Unassigned tickets in the sort orders of the lists.
create index tickets_of_nobody on tickets (updated_at desc, id desc) where assignee_id is null;
-- The next unassigned ticket (an outage first, then by target), and the workload of each member of staff; open tickets only.
create index tickets_unassigned on tickets ((priority <> 'P1'), (coalesce(sla_due_at,
  '9999-12-31 00:00:00+00'::timestamptz)), priority, created_at, id)
  where assignee_id is null and status in ('new', 'in_progress');
create index tickets_workload on tickets (assignee_id, priority) include (status, sla_due_at, sla_soon_at)
  where status not in ('resolved', 'closed');
create index tickets_of_agreement on tickets (agreement_id, updated_at desc, id desc) where agreement_id is not null;
create index tickets_of_installation on tickets (installation_id, updated_at desc, id desc) where installation_id is not null;
-- Report days are calculated from these.
create index tickets_by_response on tickets (company_id, first_response_at) where first_response_at is not null;
create index tickets_by_done on tickets (company_id, (coalesce(resolved_at, closed_at)))
  where coalesce(resolved_at, closed_at) is not null;
create index tickets_by_rating_day on tickets (company_id, rated_at) where rated_at is not null;
-- Nearly everything that is unassigned is new: a planner that takes the two for independent expects almost nothing there.
create statistics tickets_standing (mcv) on status, assignee_id from tickets;
alter statistics tickets_standing set statistics 500;
call enforce_row_level_security('tickets');
-- Only partners rate: the login of staff cannot write ratings.
grant select, insert, update (subject, category, impact, urgency, priority, status, tags, version, resolved_at, closed_at,
  updated_at, client_id, contact_id, rating, rating_comment, rated_by, rated_at, sla_policy_id, sla_revision,
  response_due_at, resolution_due_at, response_left_ms, resolution_left_ms, sla_paused_at, sla_pauses, sla_paused_ms,
  resolution_extra_ms, response_warned, resolution_warned, sla_due_at, sla_soon_at, next_sla_check_at, installation_id,
  closed_unanswered) on tickets to portal_tenant;
grant select, insert, update (subject, category, impact, urgency, priority, priority_reason, status, assignee_id, tags,
  version, first_response_at, resolved_at, closed_at, updated_at, client_id, contact_id, merged_into, merged_at,
  sla_policy_id, sla_revision, response_due_at, resolution_due_at, response_left_ms, resolution_left_ms, sla_paused_at,
  sla_pauses, sla_paused_ms, resolution_extra_ms, response_warned, resolution_warned, sla_due_at, sla_soon_at,
  next_sla_check_at, agreement_id, installation_id, closed_unanswered) on tickets to portal_staff;
create trigger tickets_tags_new after insert on tickets for each row when (new.tags <> '{}') execute function keep_ticket_tags();
create trigger tickets_tags after update of tags on tickets for each row when (old.tags is distinct from new.tags)
  execute function keep_ticket_tags();
create trigger tickets_count after insert or delete or update of status, assignee_id on tickets for each row execute function count_ticket();
create trigger tickets_tags_updated after update on tickets for each row
  when (old.updated_at is distinct from new.updated_at and old.tags is not distinct from new.tags and new.tags <> '{}')
  execute function keep_ticket_tags();

create table messages (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('reply', 'note', 'event')),
  author_id uuid references profiles,
  author_kind text not null check (author_kind in ('partner', 'agent', 'system')),
  -- The name at the time of writing, because people change companies.
  author_name text not null,
  body text not null default '' check (length(body) <= 50000),
  -- What an event changed: {"type": "status", "from": "new", "to": "in_progress"}.
  data jsonb,
  staff_only boolean generated always as (kind = 'note') stored,
  created_at timestamptz not null default clock_timestamp(),
  -- The author can edit a message for a while; earlier texts are kept for staff.
  version integer not null default 1,
  edited_at timestamptz,
  -- The ticket where it was first written, after a merge or split.
  moved_from uuid,
  -- The inbound mail it was created from.
  inbound_id uuid,
  -- The rest of the mail: probably quotations and signatures. Shown on demand, so that nothing is lost where they could not be
  -- told apart.
  folded text check (length(folded) between 1 and 50000),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  foreign key (company_id, moved_from) references tickets (company_id, id)
);
comment on table messages is 'Conversation of a ticket: replies, internal notes and events.';
create index messages_of_ticket on messages (company_id, ticket_id, created_at, id);
create index messages_of_one on messages (ticket_id, created_at, id);
create index messages_moved on messages (company_id, moved_from) where moved_from is not null;
create index messages_reopening on messages (company_id, created_at)
  where kind = 'event' and data->>'type' = 'status' and data->>'from' in ('resolved', 'closed');
call enforce_row_level_security('messages', hidden => 'staff_only');
grant select, insert, update (body, version, edited_at) on messages to portal_tenant;
grant select, insert, update (ticket_id, body, version, edited_at, moved_from) on messages to portal_staff;
create trigger messages_own_words before update of body on messages for each row execute function only_own_words();

create table attachments (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- Null: attached to the description.
  message_id uuid,
  file_id uuid not null,
  staff_only boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, file_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id)
);
comment on table attachments is 'Files of a ticket or of one of its messages.';
create index attachments_of_ticket on attachments (ticket_id, created_at);
call enforce_row_level_security('attachments', hidden => 'staff_only');
grant select, insert on attachments to portal_tenant;
grant select, insert, update (ticket_id, message_id) on attachments to portal_staff;

create table ticket_counts (
  company_id uuid not null references companies,
  status text not null,
  count bigint not null default 0,
  -- How many of them are unassigned.
  unassigned bigint not null default 0,
  primary key (company_id, status)
);
comment on table ticket_counts is 'Number of tickets of a company per status, because counting a million rows for every queue would not scale.';
call enforce_row_level_security('ticket_counts');
grant select on ticket_counts to portal_tenant, portal_staff;

create table ticket_watchers (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  user_id uuid references profiles on delete cascade,
  contact_id uuid,
  -- True for staff who watch for themselves: partners need not see it. Set by a trigger.
  staff_only boolean not null default false,
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (num_nonnulls(user_id, contact_id) = 1),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
comment on table ticket_watchers is 'Who is notified of a ticket besides its requester: users, or contacts without an account.';
create unique index ticket_watchers_by_user on ticket_watchers (company_id, ticket_id, user_id) where user_id is not null;
create unique index ticket_watchers_by_contact on ticket_watchers (company_id, ticket_id, contact_id)
  where contact_id is not null;
create index ticket_watchers_of_user on ticket_watchers (user_id) where user_id is not null;
create index ticket_watchers_of_contact on ticket_watchers (company_id, contact_id) where contact_id is not null;
call enforce_row_level_security('ticket_watchers', hidden => 'staff_only');
grant select, insert, delete on ticket_watchers to portal_tenant;
grant select, insert, update (ticket_id), delete on ticket_watchers to portal_staff;
create trigger ticket_watchers_mark before insert on ticket_watchers for each row execute function mark_staff_watcher();

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
comment on table mentions is 'People mentioned with @ in a message; found in its text by the server.';
create index mentions_of_ticket on mentions (ticket_id);
create index mentions_of_user on mentions (user_id, created_at desc);
call enforce_row_level_security('mentions', hidden => 'staff_only');
grant select, insert, delete on mentions to portal_tenant;
grant select, insert, update (ticket_id), delete on mentions to portal_staff;

create table message_versions (
  company_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  body text not null check (length(body) <= 50000),
  -- When this text was written.
  written_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
comment on table message_versions is 'Earlier texts of edited messages, for staff.';
create index message_versions_of_message on message_versions (company_id, message_id, replaced_at, id);
call enforce_row_level_security('message_versions');
grant insert on message_versions to portal_tenant;
grant select, insert on message_versions to portal_staff;

-- They belong to the writer's company, not the ticket's, so that no partner can reach what staff are writing. Each save
-- gets a new revision, by which two devices notice each other.
create table ticket_drafts (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('reply', 'note', 'new')),
  ticket_company_id uuid,
  ticket_id uuid,
  body text not null default '' check (length(body) <= 100000),
  -- The other fields of a new ticket.
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
comment on table ticket_drafts is 'Replies that a person has written and not sent, and tickets not opened yet; they belong to the writer''s company.';
create unique index ticket_drafts_one on ticket_drafts (user_id, kind, ticket_id) nulls not distinct;
create index ticket_drafts_of_ticket on ticket_drafts (ticket_company_id, ticket_id);
create index ticket_drafts_by_age on ticket_drafts (updated_at);
call enforce_row_level_security('ticket_drafts');
-- Only the writer sees a draft. Staff move drafts when a ticket is merged.
alter policy tenant_rows on ticket_drafts using (
  company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)
  and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert, update (body, fields, file_ids, revision, updated_at), delete on ticket_drafts to portal_tenant;
grant select, insert, update (ticket_id, body, fields, file_ids, revision, updated_at), delete on ticket_drafts to
  portal_staff;

create table canned_replies (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  -- Typed after the slash.
  shortcut text not null check (shortcut ~ '^[a-z0-9][a-z0-9-]{0,29}$'),
  body text not null check (length(body) between 1 and 20000),
  version integer not null default 1,
  updated_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table canned_replies is 'Canned replies of staff; they belong to the provider.';
create unique index canned_replies_by_shortcut on canned_replies (company_id, shortcut);
create index canned_replies_by_name on canned_replies (company_id, lower(name), id);
call enforce_row_level_security('canned_replies');
grant select, insert, update (name, shortcut, body, version, updated_by, updated_at), delete on canned_replies to
  portal_staff;

create table ticket_tags (
  company_id uuid not null,
  ticket_id uuid not null,
  tag text not null check (length(tag) between 1 and 50),
  -- The last change of the ticket: with it, a list by tag reads one page from an index. Without it, the list was read from its
  -- top and every ticket was checked for the tag.
  updated_at timestamptz not null,
  primary key (company_id, ticket_id, tag),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
comment on table ticket_tags is 'Tags of tickets, a row each: under row-level security no index on an array would be used.';
create index ticket_tags_of_all on ticket_tags (tag, ticket_id);
create index ticket_tags_of_company_by_update on ticket_tags (company_id, tag, updated_at desc, ticket_id desc);
create index ticket_tags_of_all_by_update on ticket_tags (tag, updated_at desc, ticket_id desc);
call enforce_row_level_security('ticket_tags');
grant select on ticket_tags to portal_tenant, portal_staff;

create table ticket_links (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  other_company_id uuid not null,
  other_id uuid not null check (other_id <> ticket_id),
  -- Read from ticket_id: it is related to, a duplicate of, caused by, or split from the other ticket.
  kind text not null check (kind in ('related', 'duplicate_of', 'caused_by', 'split_from')),
  staff_only boolean not null generated always as (company_id <> other_company_id) stored,
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (other_company_id, other_id) references tickets (company_id, id) on delete cascade
);
comment on table ticket_links is 'Links between tickets; staff may link tickets of two companies, and partners see links within their own.';
create unique index ticket_links_by_id on ticket_links (id);
create unique index ticket_links_one on ticket_links (least(ticket_id, other_id), greatest(ticket_id, other_id));
create index ticket_links_from on ticket_links (ticket_id);
create index ticket_links_to on ticket_links (other_id);
call enforce_row_level_security('ticket_links', hidden => 'staff_only');
grant select on ticket_links to portal_tenant;
grant select, insert, update (ticket_id, other_id), delete on ticket_links to portal_staff;

create table inbound_mails (
  -- The provider until the company is known.
  company_id uuid not null references companies,
  id uuid not null,
  -- Hash of Message-ID and content, which recognizes the same mail a second time.
  fingerprint text not null check (length(fingerprint) = 64),
  door text not null check (door in ('smtp', 'http')),
  -- The SMTP envelope: sender and our addresses. An empty sender: a bounce.
  envelope_from text not null default '' check (length(envelope_from) <= 320),
  recipients text[] not null default '{}' check (cardinality(recipients) <= 100),
  size bigint not null check (size >= 0),
  -- From the headers, once the mail was parsed.
  mail_id text check (length(mail_id) <= 500),
  sender text check (length(sender) <= 320),
  sender_name text check (length(sender_name) <= 200),
  subject text check (length(subject) <= 500),
  excerpt text check (length(excerpt) <= 500),
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'recorded', 'held', 'refused', 'dismissed')),
  reason text check (length(reason) between 1 and 40),
  -- Details: the exceeded limit, or the response of the other mail server.
  detail text check (length(detail) <= 1000),
  ticket_id uuid,
  message_id uuid,
  sender_id uuid references profiles on delete set null,
  decided_by uuid references profiles on delete set null,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Null once the mail itself was deleted.
  kept_until timestamptz default now() + interval '30 days',
  primary key (company_id, id),
  check ((state = 'waiting') = (settled_at is null)),
  check (reason is not null or state in ('waiting', 'taken', 'dismissed')),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete set null (ticket_id)
);
comment on table inbound_mails is 'Inbound mail, kept until a person or the product has decided about it.';
create unique index inbound_mails_by_fingerprint on inbound_mails (fingerprint);
create unique index inbound_mails_by_id on inbound_mails (id);
create index inbound_mails_by_arrival on inbound_mails (received_at desc, id desc);
create index inbound_mails_unsettled on inbound_mails (received_at desc, id desc)
  where state in ('waiting', 'held', 'refused');
create index inbound_mails_of_sender on inbound_mails (sender, received_at) where sender is not null;
create index inbound_mails_of_ticket on inbound_mails (company_id, ticket_id) where ticket_id is not null;
create index inbound_mails_kept on inbound_mails (kept_until) where kept_until is not null;
call enforce_row_level_security('inbound_mails');
-- Partners never see it: mail may come from anybody and say anything.
grant select on inbound_mails to portal_staff;

create table derived.ticket_totals (
  share integer not null,
  status text not null,
  count bigint not null default 0,
  unassigned bigint not null default 0,
  primary key (share, status) ) with (fillfactor = 50
);
comment on table derived.ticket_totals is 'Number of tickets of all companies per status, in shares: concurrent transactions write different ones.';

-- The company is the provider's, because the tickets are of many.
create table ticket_undos (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  -- State of each ticket: [{"id": …, "version": the one after the change, "status": "new"}].
  entries jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id)
);
comment on table ticket_undos is 'State of tickets before a bulk change, for the person who made it; kept for a day.';
create index ticket_undos_by_age on ticket_undos (created_at);
call enforce_row_level_security('ticket_undos');
grant select, insert, update (undone_at) on ticket_undos to portal_staff;

create unlogged table ticket_presence (
  company_id uuid not null,
  ticket_id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  writing boolean not null default false,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- The page that last sent a heartbeat, and the one that left: a heartbeat may arrive after the goodbye.
  visit uuid,
  left_visit uuid,
  primary key (company_id, ticket_id, user_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
comment on table ticket_presence is 'Staff who have a ticket open now; unlogged, because a row is renewed every few seconds and expires within a minute.';
create index ticket_presence_by_age on ticket_presence (seen_at);
call enforce_row_level_security('ticket_presence');
grant select, insert, update (writing, since, seen_at, visit, left_visit), delete on ticket_presence to portal_staff;

create table estimates (
  company_id uuid not null references companies,
  id uuid not null,
  ticket_id uuid not null,
  minutes integer not null check (minutes between 1 and 60000),
  note text not null check (length(note) between 1 and 2000),
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'declined', 'withdrawn', 'superseded',
    'expired')),
  proposed_by uuid not null references profiles,
  expires_at timestamptz,
  decided_by uuid references profiles,
  decided_at timestamptz,
  decided_ip inet,
  comment text check (length(comment) between 1 and 2000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  constraint estimates_decided check ((status in ('approved', 'declined')) = (decided_at is not null and decided_by is not
    null))
);
comment on table estimates is 'Minutes that staff estimated for a ticket, and what the partner''s owner decided.';
create index estimates_of_ticket on estimates (company_id, ticket_id, created_at);
-- One open estimate at a time; also read for action items of owners.
create unique index estimates_open on estimates (company_id, ticket_id) where status = 'proposed';
-- Read at every approval: minutes that are already approved for tickets of the company.
create index estimates_approved on estimates (company_id, ticket_id) include (minutes, decided_at) where status = 'approved';
call enforce_row_level_security('estimates');
grant select (company_id, id, ticket_id, minutes, note, status, proposed_by, expires_at, decided_by, decided_at, comment,
  created_at), update (status, decided_by, decided_at, decided_ip, comment) on estimates to portal_tenant;
grant select, insert, update (ticket_id, status) on estimates to portal_staff;
create trigger estimates_decide before update on estimates for each row execute function only_owners_decide();
