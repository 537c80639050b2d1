-- The queue of the provider's people: what a bulk change was before, who has a ticket open, and orders of open tickets.

-- What a change of many tickets was before it, for the person who made it. The company is the provider's: the tickets
-- are of many. Kept for a day.
create table ticket_undos (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  -- What each was: [{"id": …, "version": the one after the change, "before": {"status": "new"}}].
  entries jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id)
);
create index ticket_undos_by_age on ticket_undos (created_at);
call fence('ticket_undos');
grant select, insert, update (undone_at) on ticket_undos to portal_staff;

-- Who of the provider has a ticket open now. Renewed every few seconds and worth nothing a minute later: unlogged.
create unlogged table ticket_presence (
  company_id uuid not null,
  ticket_id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  writing boolean not null default false,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (company_id, ticket_id, user_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index ticket_presence_by_age on ticket_presence (seen_at);
call fence('ticket_presence');
grant select, insert, delete, update (writing, since, seen_at) on ticket_presence to portal_staff;

-- The next one that nobody has (an outage first, then what is due next), and how much everybody has: both look at open
-- tickets only.
create index tickets_unassigned
  on tickets ((priority <> 'P1'), (coalesce(sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)), priority, created_at, id)
  where assignee_id is null and status in ('new', 'in_progress');
create index tickets_workload on tickets (assignee_id, priority) include (status, sla_due_at, sla_soon_at)
  where status not in ('resolved', 'closed');
