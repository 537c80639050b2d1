-- PDF documents.

-- What a document shows is described when it is requested. The description is the key: the same state is drawn once, and a
-- changed one again.
create table documents (
  company_id uuid not null references companies,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'agreement', 'report')),
  -- The invoice, agreement, revision or report that it shows.
  subject_id uuid not null,
  -- SHA-256 of the description, in hex.
  content text not null check (content ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 200),
  -- True: shows what partners may not see, such as the draft of an agreement.
  staff_only boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
  -- Percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- The description, until the document is drawn.
  sheet text,
  attempts smallint not null default 0,
  -- SHA-256 of the bytes.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer check (size > 0),
  created_at timestamptz not null default now(),
  -- When the job last reported progress.
  updated_at timestamptz not null default now(),
  made_at timestamptz,
  -- The only people who may download it; null: everybody of the company.
  only_for text[] check (cardinality(only_for) > 0),
  -- Why it failed, where the reader can do something about it.
  problem text check (problem in ('too_large')),
  primary key (company_id, id),
  constraint documents_once unique (company_id, kind, subject_id, content, staff_only),
  constraint documents_ready check ((state = 'ready') = (sha256 is not null and size is not null and made_at is not null)),
  constraint documents_sheet check (state in ('ready', 'failed') or sheet is not null),
  constraint documents_problem check (problem is null or state = 'failed')
);
comment on table documents is 'PDF documents, drawn once per state of what they show; the bytes are in the file store under the same id.';
create unique index documents_by_id on documents (id);
create index documents_of_subject on documents (company_id, subject_id, created_at desc);
create index documents_unfinished on documents (updated_at) where state in ('queued', 'running');
call enforce_row_level_security('documents', hidden => 'staff_only');
grant select, insert, update (state, progress, sheet, attempts, updated_at, problem) on documents to portal_tenant;
grant select, insert, update (state, progress, sheet, attempts, sha256, size, updated_at, made_at, problem) on documents to
  portal_staff;
