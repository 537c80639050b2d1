create sequence ticket_number start 1001;
grant usage on sequence ticket_number to portal_tenant, portal_staff;

-- Stems, so that "licenses" finds "license"; and the words as they are, so that "IT" is not lost as a stop word.
create function words_of(text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.english', $1) || to_tsvector('pg_catalog.simple', $1);

create table tickets (
  company_id uuid not null references companies,
  id uuid not null,
  number bigint not null default nextval('ticket_number'),
  subject text not null check (length(subject) between 1 and 200),
  description text not null check (length(description) <= 50000),
  category text not null check (category in ('automation', 'integration', 'licences', 'reporting', 'ai', 'voice', 'account', 'billing', 'other')),
  impact text not null check (impact in ('one', 'some', 'all')),
  urgency text not null check (urgency in ('low', 'medium', 'high')),
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4')),
  -- Why staff set another priority than impact and urgency give; null means derived.
  priority_reason text check (length(priority_reason) between 1 and 500),
  status text not null default 'new' check (status in ('new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party', 'resolved', 'closed')),
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
  tsv tsvector generated always as (words_of(subject || ' ' || left(description, 20000))) stored,
  primary key (company_id, id)
);
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
create index tickets_open_of_assignee on tickets (assignee_id, updated_at desc, id desc) where status not in ('resolved', 'closed');
create index tickets_by_words on tickets using gin (company_id, tsv);
call fence('tickets');
grant select, insert on tickets to portal_tenant, portal_staff;
grant update (subject, category, impact, urgency, priority, status, resolved_at, closed_at, updated_at, version) on tickets to portal_tenant;
grant update (subject, category, impact, urgency, priority, priority_reason, status, assignee_id, tags, first_response_at, resolved_at, closed_at, updated_at, version) on tickets to portal_staff;

create table messages (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('reply', 'note', 'event')),
  author_id uuid references profiles,
  author_kind text not null check (author_kind in ('partner', 'agent', 'system')),
  -- The name as it was when this was written: people move on.
  author_name text not null,
  body text not null default '' check (length(body) <= 50000),
  -- What an event changed: {"type": "status", "from": "new", "to": "in_progress"}.
  data jsonb,
  staff_only boolean generated always as (kind = 'note') stored,
  created_at timestamptz not null default clock_timestamp(),
  tsv tsvector generated always as (words_of(left(body, 20000))) stored,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
create index messages_of_ticket on messages (company_id, ticket_id, created_at, id);
create index messages_of_one on messages (ticket_id, created_at, id);
create index messages_by_words on messages using gin (company_id, tsv) where kind <> 'event';
call fence('messages', hidden => 'staff_only');
grant select, insert on messages to portal_tenant, portal_staff;

create table attachments (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- Null: belongs to the description.
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
create index attachments_of_ticket on attachments (ticket_id, created_at);
call fence('attachments', hidden => 'staff_only');
grant select, insert on attachments to portal_tenant, portal_staff;

-- How many tickets a company has in each status: counting a million rows for a queue's head would not scale.
create table ticket_counts (
  company_id uuid not null references companies,
  status text not null,
  count bigint not null default 0,
  primary key (company_id, status)
);
call fence('ticket_counts');
grant select on ticket_counts to portal_tenant, portal_staff;

create function count_ticket() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Both rows in one statement and in one order: two tickets changing in opposite directions must not wait for each other.
  insert into ticket_counts (company_id, status, count)
    select company_id, status, sum(change) from (
      select new.company_id, new.status, 1 as change where tg_op <> 'DELETE'
      union all select old.company_id, old.status, -1 where tg_op <> 'INSERT') as moved (company_id, status, change)
    group by company_id, status having sum(change) <> 0 order by company_id, status
  on conflict (company_id, status) do update set count = ticket_counts.count + excluded.count;
  return null;
end $$;
create trigger tickets_count after insert or delete or update of status on tickets for each row execute function count_ticket();

-- Word search. `@@` is not leakproof, so under row-level security it could not use the index: this runs as the
-- owner and draws the tenant's line itself. Staff may name a company; a tenant always gets the own one.
create function find_tickets(words text, of_company uuid default null, of_number bigint default null) returns setof uuid
language plpgsql stable security definer set search_path = public as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  query tsquery := to_tsquery('english', words) || to_tsquery('simple', words);
begin
  if staff and of_company is null then
    return query select t.id from tickets t where t.tsv @@ query
      union select m.ticket_id from messages m where m.kind <> 'event' and m.tsv @@ query
      union select t.id from tickets t where t.number = of_number;
  else
    if staff then own := of_company; end if;
    return query select t.id from tickets t where t.company_id = own and t.tsv @@ query
      union select m.ticket_id from messages m
        where m.company_id = own and m.kind <> 'event' and (staff or m.kind <> 'note') and m.tsv @@ query
      union select t.id from tickets t where t.company_id = own and t.number = of_number;
  end if;
end $$;
revoke all on function find_tickets(text, uuid, bigint) from public;
grant execute on function find_tickets(text, uuid, bigint) to portal_tenant, portal_staff;
