-- Prompts by version, calls to the language model with their cost, and what became of its suggestions.

create table model_calls (
  company_id uuid not null references companies,
  id uuid not null,
  key text not null,
  -- The version; null: the text that comes with the product, or one that was never saved.
  number integer,
  -- use: in production; test and replay: from the prompt manager.
  purpose text not null check (purpose in ('use', 'test', 'replay')),
  subject_type text check (length(subject_type) <= 40),
  subject_id uuid,
  model text not null check (length(model) <= 200),
  outcome text not null default 'running' check (outcome in ('running', 'ok', 'busy', 'slow', 'unavailable', 'broken', 'cut',
    'stopped', 'lost')),
  error text check (length(error) <= 500),
  tokens_in integer not null default 0 check (tokens_in >= 0),
  tokens_out integer not null default 0 check (tokens_out >= 0),
  ms integer not null default 0 check (ms >= 0),
  -- In millionths of a dollar; null: the price of the model is unknown.
  cost_micros bigint check (cost_micros >= 0),
  -- The values in the prompt with secrets redacted; deleted after some days.
  input jsonb,
  output jsonb,
  asked_by uuid references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table model_calls is 'Calls to the language model; while one runs, `cost_micros` is the most it may cost, so that a shared budget is not exceeded.';
create index model_calls_by_key on model_calls (key, created_at desc, id desc);
create index model_calls_by_day on model_calls (created_at, company_id) include (cost_micros);
create index model_calls_kept on model_calls (created_at) where input is not null;
call enforce_row_level_security('model_calls');
grant select, insert, update (outcome, error, tokens_in, tokens_out, ms, cost_micros, output) on model_calls to portal_staff;

create table suggestions (
  company_id uuid not null references companies,
  id uuid not null,
  key text not null,
  number integer,
  call_id uuid not null,
  subject_type text not null check (length(subject_type) <= 40),
  subject_id uuid not null,
  output jsonb not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'edited', 'rejected')),
  -- Null although decided: inferred from what people did.
  decided_by uuid references profiles,
  decided_at timestamptz,
  created_by uuid references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, call_id) references model_calls (company_id, id),
  check ((state = 'open') = (decided_at is null))
);
comment on table suggestions is 'Suggestions of the model, and whether people accepted, edited or rejected them.';
create index suggestions_by_subject on suggestions (company_id, subject_id, created_at desc);
create index suggestions_by_key on suggestions (key, created_at);
create index suggestions_open on suggestions (key, created_at desc, id desc) where state = 'open';
call enforce_row_level_security('suggestions');
grant select, insert, update (state, decided_by, decided_at) on suggestions to portal_staff;

create table prompts (
  company_id uuid not null references companies,
  key text not null check (key ~ '^[a-z]+\.[a-z-]+$' and length(key) <= 60),
  live_number integer,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (company_id, key)
);
comment on table prompts is 'The live version of each prompt; without one, the text that comes with the product.';
call enforce_row_level_security('prompts');
grant select, insert, update (live_number, version, updated_at) on prompts to portal_staff;

create table prompt_versions (
  company_id uuid not null,
  key text not null,
  number integer not null check (number > 0),
  body text not null check (length(body) between 1 and 20000),
  -- What changed, in one line.
  note text not null check (length(note) between 1 and 500),
  -- The version it was edited from; null: the text that comes with the product.
  based_on integer,
  created_by uuid references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, key, number),
  foreign key (company_id, key) references prompts (company_id, key)
);
comment on table prompt_versions is 'Versions of prompts; append-only.';
call enforce_row_level_security('prompt_versions');
grant select, insert on prompt_versions to portal_staff;
create trigger prompt_versions_keep before update or delete on prompt_versions
  for each row execute function refuse_mutation();
alter table prompts add foreign key (company_id, key, live_number) references prompt_versions (company_id, key, number);

create table prompt_pointers (
  company_id uuid not null,
  id uuid not null,
  key text not null,
  from_number integer,
  to_number integer,
  reason text not null check (length(reason) between 1 and 2000),
  moved_by uuid references profiles,
  moved_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, key) references prompts (company_id, key)
);
comment on table prompt_pointers is 'Every change of a live version: who, when and why; append-only.';
create index prompt_pointers_by_key on prompt_pointers (company_id, key, moved_at desc, id desc);
call enforce_row_level_security('prompt_pointers');
grant select, insert on prompt_pointers to portal_staff;
create trigger prompt_pointers_keep before update or delete on prompt_pointers
  for each row execute function refuse_mutation();
