-- PDFs of invoices and agreements. What is drawn is described when it is asked for; the description is the key, so that the
-- same state of a thing is made once, and a changed one anew. The bytes are in the file store under the row's id.

create table documents (
  company_id uuid not null references companies,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'agreement')),
  -- The invoice, the agreement or the revision that was asked for.
  subject_id uuid not null,
  -- SHA-256 of the description, hex.
  content text not null check (content ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 200),
  -- Shows what partners may not see yet: the draft of an agreement.
  staff_only boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
  -- Percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- The description, until it is drawn.
  sheet text,
  attempts smallint not null default 0,
  -- Of the bytes.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer check (size > 0),
  created_at timestamptz not null default now(),
  -- When the job last gave a sign of life.
  updated_at timestamptz not null default now(),
  made_at timestamptz,
  primary key (company_id, id),
  constraint documents_once unique (company_id, kind, subject_id, content, staff_only),
  constraint documents_ready check ((state = 'ready') = (sha256 is not null and size is not null and made_at is not null)),
  constraint documents_sheet check (state in ('ready', 'failed') or sheet is not null)
);
create unique index documents_by_id on documents (id);
create index documents_of_subject on documents (company_id, subject_id, created_at desc);
create index documents_unfinished on documents (updated_at) where state in ('queued', 'running');
call fence('documents', hidden => 'staff_only');
grant select, insert, update (state, progress, sheet, attempts, updated_at) on documents to portal_tenant;
grant select, insert, update (state, progress, sheet, attempts, sha256, size, made_at, updated_at) on documents to portal_staff;
