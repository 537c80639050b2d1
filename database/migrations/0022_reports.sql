-- Report figures per company and day, so that a year of 100,000 tickets is read in a few thousand rows.
--
-- Whatever changes a figure of the past (a late edit, a merge, a reversed hour, another end client) inserts a mark in its own
-- transaction: the time whose day must be calculated again. `report_refresh` takes the marks of a company and calculates these
-- days from the tickets and the ledger. Readers call it first, and a job does so for everybody else. A day is always
-- calculated as a whole, so doing it twice changes nothing.

create table report_marks (
  company_id uuid not null references companies,
  id bigint generated always as identity,
  -- Null: all days of the company, because its time zone changed.
  at timestamptz,
  primary key (company_id, id)
);
comment on table report_marks is 'Times whose day must be calculated again.';
call enforce_row_level_security('report_marks');

create table report_days (
  company_id uuid not null references companies,
  -- The end client; all zeros: the company as a whole.
  client_id uuid not null,
  day date not null,
  dimension text not null check (dimension in ('priority', 'category')),
  value text not null,
  opened integer not null default 0,
  resolved integer not null default 0,
  reopened integer not null default 0,
  response_kept integer not null default 0,
  response_missed integer not null default 0,
  resolution_kept integer not null default 0,
  resolution_missed integer not null default 0,
  rated integer not null default 0,
  rating_sum integer not null default 0,
  -- Minutes to the first response and to resolution, one number per ticket, so that medians are exact; by priority only.
  responses integer[] not null default '{}',
  resolutions integer[] not null default '{}',
  primary key (company_id, client_id, day, dimension, value)
);
comment on table report_days is 'Ticket figures per day in the company''s time zone; every ticket counts once by priority and once by category.';
create index report_days_of_day on report_days (company_id, day);
-- For reports across companies.
create index report_days_of_all on report_days (day, company_id)
  where client_id = '00000000-0000-0000-0000-000000000000' and dimension = 'priority';
call enforce_row_level_security('report_days');
grant select on report_days to portal_tenant, portal_staff;

create table report_hours (
  company_id uuid not null references companies,
  client_id uuid not null,
  day date not null,
  -- project for work on projects, empty for movements that are no work.
  category text not null,
  added integer not null default 0,
  drawn integer not null default 0,
  expired integer not null default 0,
  taken integer not null default 0,
  overage integer not null default 0,
  primary key (company_id, client_id, day, category)
);
comment on table report_hours is 'Minutes of the ledger per day in the company''s time zone, by the category of the ticket.';
create index report_hours_of_day on report_hours (company_id, day);
call enforce_row_level_security('report_hours');
grant select on report_hours to portal_tenant, portal_staff;

create table report_papers (
  company_id uuid not null references companies,
  id uuid not null,
  client_id uuid,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
comment on table report_papers is 'Reports that were requested as a PDF: a company or an end client, and a period.';
create unique index report_papers_by_id on report_papers (id);
create unique index report_papers_once on report_papers (company_id, client_id, from_day, to_day) nulls not distinct;
call enforce_row_level_security('report_papers');
grant select, insert on report_papers to portal_tenant, portal_staff;

create table report_mails (
  company_id uuid not null references companies,
  id uuid not null,
  -- Null: the company itself.
  client_id uuid,
  -- The first month that is reported, as its first day.
  first_month date not null check (first_month = date_trunc('month', first_month)::date),
  -- Who confirmed that the recipients agreed to receive it, and when.
  consent_by uuid references profiles on delete set null,
  consent_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
comment on table report_mails is 'Monthly reports by mail: of a company to its own people, or of an end client to contacts there.';
create unique index report_mails_by_id on report_mails (id);
create unique index report_mails_once on report_mails (company_id, client_id) nulls not distinct;
call enforce_row_level_security('report_mails');
grant select, insert, update (consent_by, consent_at, version, updated_at), delete on report_mails to portal_tenant;
grant select on report_mails to portal_staff;

create table report_recipients (
  company_id uuid not null,
  id uuid not null,
  mail_id uuid not null,
  -- A person of the company, or a contact of the end client.
  user_id uuid references profiles on delete cascade,
  contact_id uuid,
  -- When the recipient unsubscribed.
  left_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, mail_id) references report_mails (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  constraint report_recipients_one check (num_nonnulls(user_id, contact_id) = 1)
);
comment on table report_recipients is 'Recipients of a monthly report.';
create unique index report_recipients_by_id on report_recipients (id);
create unique index report_recipients_once on report_recipients (company_id, mail_id, user_id, contact_id) nulls not distinct;
create index report_recipients_of_contact on report_recipients (company_id, contact_id) where contact_id is not null;
call enforce_row_level_security('report_recipients');
grant select, insert, delete on report_recipients to portal_tenant;
grant select, update (left_at) on report_recipients to portal_staff;

create table report_sends (
  company_id uuid not null references companies,
  id uuid not null,
  client_id uuid,
  month date not null,
  name text not null,
  email text not null,
  sent_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id)
);
comment on table report_sends is 'Monthly reports that were sent: once per month and address.';
create unique index report_sends_by_id on report_sends (id);
-- By person, not by the row that lists them: a person who was removed and added again does not get it twice.
create unique index report_sends_once on report_sends (company_id, client_id, month, email) nulls not distinct;
create index report_sends_of_all on report_sends (sent_at desc, id desc);
create index report_sends_of_company on report_sends (company_id, sent_at desc, id desc);
call enforce_row_level_security('report_sends');
grant select on report_sends to portal_tenant;
grant select, insert on report_sends to portal_staff;

create table report_people (
  company_id uuid not null references companies,
  -- The assignee of the tickets.
  user_id uuid not null,
  day date not null,
  resolved integer not null,
  primary key (company_id, user_id, day)
);
comment on table report_people is 'Tickets that each member of staff resolved, per day in the company''s time zone.';
create index report_people_of_day on report_people (company_id, day);
create index report_people_of_all on report_people (day, company_id);
call enforce_row_level_security('report_people');
grant select on report_people to portal_staff;

-- Triggers of this module on tables of others.
create trigger tickets_report_new after insert or delete on tickets for each row execute function mark_ticket_reports();
create trigger messages_report after insert on messages for each row when (new.kind = 'event' and report_reopens(new.data)) execute function mark_report();
create trigger messages_report_moved after update of ticket_id on messages for each row
  when (new.kind = 'event' and old.ticket_id <> new.ticket_id and report_reopens(new.data)) execute function mark_report();
create trigger messages_report_gone after delete on messages for each row when (old.kind = 'event' and report_reopens(old.data)) execute function mark_report();
create trigger hour_ledger_report after insert on hour_ledger for each row execute function mark_report();
create trigger time_entries_report after update of ticket_id on time_entries for each row
  when (old.ticket_id is distinct from new.ticket_id) execute function mark_entry_reports();
create trigger companies_report_zone after update on companies for each row
  when (old.time_zone is distinct from new.time_zone) execute function mark_zone_reports();
-- Reassigning a resolved ticket moves its figures to the new assignee.
create trigger tickets_report after update on tickets for each row when (
  (old.created_at, old.client_id, old.category, old.priority, old.merged_into is null, old.first_response_at, coalesce(old.resolved_at, old.closed_at),
    old.rating, old.rated_at, case when old.first_response_at is not null then old.response_due_at end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.resolution_due_at end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.sla_paused_ms end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.assignee_id end)
  is distinct from
  (new.created_at, new.client_id, new.category, new.priority, new.merged_into is null, new.first_response_at, coalesce(new.resolved_at, new.closed_at),
    new.rating, new.rated_at, case when new.first_response_at is not null then new.response_due_at end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.resolution_due_at end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.sla_paused_ms end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.assignee_id end))
  execute function mark_ticket_reports();
create trigger tickets_report_unanswered after update of closed_unanswered on tickets for each row
  when (old.closed_unanswered is distinct from new.closed_unanswered) execute function mark_ticket_reports();
