-- Mail that comes in: each one kept as it was until a person or the product has decided about it.

create table inbound_mails (
  -- The provider's own company until it is known whose ticket it is about.
  company_id uuid not null references companies,
  id uuid not null,
  -- Message-ID and content: the same mail a second time is told by it.
  fingerprint text not null check (length(fingerprint) = 64),
  door text not null check (door in ('smtp', 'http')),
  -- The envelope: who handed it in as whose, and to which of our addresses. Empty: the sender of bounces.
  envelope_from text not null default '' check (length(envelope_from) <= 320),
  recipients text[] not null default '{}' check (cardinality(recipients) <= 100),
  size bigint not null check (size >= 0),
  -- What the mail itself says, once it was read.
  mail_id text check (length(mail_id) <= 500),
  sender text check (length(sender) <= 320),
  sender_name text check (length(sender_name) <= 200),
  subject text check (length(subject) <= 500),
  excerpt text check (length(excerpt) <= 500),
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'recorded', 'held', 'refused', 'dismissed')),
  reason text check (length(reason) between 1 and 40),
  -- A few words more: which limit, what the other mail server said.
  detail text check (length(detail) <= 1000),
  ticket_id uuid,
  message_id uuid,
  sender_id uuid references profiles on delete set null,
  decided_by uuid references profiles on delete set null,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Null once the mail itself was removed.
  kept_until timestamptz default now() + interval '30 days',
  primary key (company_id, id),
  check ((state = 'waiting') = (settled_at is null)),
  check (reason is not null or state in ('waiting', 'taken', 'dismissed')),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete set null (ticket_id)
);
create unique index inbound_mails_by_fingerprint on inbound_mails (fingerprint);
create unique index inbound_mails_by_id on inbound_mails (id);
create index inbound_mails_by_arrival on inbound_mails (received_at desc, id desc);
create index inbound_mails_unsettled on inbound_mails (received_at desc, id desc) where state in ('waiting', 'held', 'refused');
create index inbound_mails_of_sender on inbound_mails (sender, received_at) where sender is not null;
create index inbound_mails_of_ticket on inbound_mails (company_id, ticket_id) where ticket_id is not null;
create index inbound_mails_kept on inbound_mails (kept_until) where kept_until is not null;
call fence('inbound_mails');
-- Partners never see it: a mail may come from anybody and say anything.
grant select on inbound_mails to portal_staff;

-- Addresses that a mail server has refused for good.
create table mail_bounces (
  company_id uuid not null references companies,
  id uuid not null,
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  status text not null check (length(status) <= 20),
  detail text not null default '' check (length(detail) <= 1000),
  count integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index mail_bounces_one on mail_bounces (company_id, email);
create index mail_bounces_by_time on mail_bounces (last_at desc, id desc);
call fence('mail_bounces');
grant select on mail_bounces to portal_staff;

-- Which mail a message or a ticket was taken from.
alter table messages add inbound_id uuid;
alter table tickets add inbound_id uuid;
