-- Mails that a company had us send to people without an account. Questions and invitations share one daily limit.

create table auth.outside_mails (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- Null: staff, or sent before this table existed.
  sender_id uuid references public.profiles on delete set null,
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  kind text not null check (kind in ('question', 'invitation')),
  -- Whether the company was allowed to mail people without an account at that time.
  trusted boolean not null,
  sent_at timestamptz not null default now()
);
comment on table auth.outside_mails is 'Questions and invitations of the last 30 days to people without an account; no login role reads it.';
create index outside_mails_of_company on auth.outside_mails (company_id, sent_at);
create index outside_mails_of_sender on auth.outside_mails (sender_id, sent_at);
create index outside_mails_of_address on auth.outside_mails (email, sent_at);

-- Earlier mails count as those of companies that were not approved, which is the stricter limit.
alter table mail_consents no force row level security;
insert into auth.outside_mails (company_id, email, kind, trusted, sent_at)
  select company_id, email, 'question', false, asked_at
  from mail_consents where asked_at > now() - interval '30 days';
alter table mail_consents force row level security;
alter table invitations no force row level security;
insert into auth.outside_mails (company_id, sender_id, email, kind, trusted, sent_at)
  select company_id, invited_by, lower(email), 'invitation', false, last_sent_at
  from invitations where last_sent_at > now() - interval '30 days' and length(email) between 3 and 320;
alter table invitations force row level security;

drop function if exists ask_mail_consents(uuid, text[], integer);
