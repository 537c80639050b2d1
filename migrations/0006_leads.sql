-- Somebody who wrote through a public form. Belongs to the provider's own company.
create table leads (
  company_id uuid not null references companies,
  id uuid not null,
  kind text not null check (kind in ('contact', 'voice', 'notice')),
  email text not null check (length(email) <= 255),
  name text,
  organization text,
  phone text,
  call_volume text,
  about text,
  message text check (length(message) <= 5000),
  -- Where the form stood, and from where it was sent.
  page text not null,
  ip inet,
  user_agent text,
  -- Names the form as it was shown: sent twice, it is kept once.
  form text not null,
  consent_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, form)
);
create index leads_by_age on leads (company_id, created_at desc, id desc);
create index leads_of_address on leads (company_id, email, created_at);
call fence('leads');
grant select on leads to portal_staff;
