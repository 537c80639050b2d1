-- What a language model is told, by version; what it was asked and what it cost; what it proposed and what became of that.

-- The one that is used now, per key. No row, or no number: the text that the product comes with.
create table prompts (
  company_id uuid not null references companies,
  key text not null check (key ~ '^[a-z]+\.[a-z-]+$' and length(key) <= 60),
  live_number integer,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (company_id, key)
);
call fence('prompts');
grant select, insert, update (live_number, version, updated_at) on prompts to portal_staff;

create table prompt_versions (
  company_id uuid not null,
  key text not null,
  number integer not null check (number > 0),
  body text not null check (length(body) between 1 and 20000),
  -- What is different in it, in a line.
  note text not null check (length(note) between 1 and 500),
  -- The version that it was written from; null: the text that the product comes with.
  based_on integer,
  created_by uuid references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, key, number),
  foreign key (company_id, key) references prompts (company_id, key)
);
call fence('prompt_versions');
grant select, insert on prompt_versions to portal_staff;
create trigger prompt_versions_keep before update or delete on prompt_versions
  for each row execute function refuse_mutation();

alter table prompts add foreign key (company_id, key, live_number) references prompt_versions (company_id, key, number);

-- Every move of the pointer: who, when, why. Null stands for the text that the product comes with.
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
create index prompt_pointers_by_key on prompt_pointers (company_id, key, moved_at desc, id desc);
call fence('prompt_pointers');
grant select, insert on prompt_pointers to portal_staff;
create trigger prompt_pointers_keep before update or delete on prompt_pointers
  for each row execute function refuse_mutation();

-- One question to the model, of the company whose words it held. While it runs, `cost_micros` is what it may cost at most:
-- a budget that many draw on at once is not overdrawn.
create table model_calls (
  company_id uuid not null references companies,
  id uuid not null,
  key text not null,
  -- Null: the text that the product comes with, or one that was never saved.
  number integer,
  -- `use`: for the work itself; `test` and `replay`: from the prompt manager.
  purpose text not null check (purpose in ('use', 'test', 'replay')),
  subject_type text check (length(subject_type) <= 40),
  subject_id uuid,
  model text not null check (length(model) <= 200),
  outcome text not null default 'running' check (outcome in ('running', 'ok', 'busy', 'slow', 'unavailable', 'broken', 'cut', 'stopped', 'lost')),
  error text check (length(error) <= 500),
  tokens_in integer not null default 0 check (tokens_in >= 0),
  tokens_out integer not null default 0 check (tokens_out >= 0),
  ms integer not null default 0 check (ms >= 0),
  -- Millionths of a dollar; null: nobody said what the model costs.
  cost_micros bigint check (cost_micros >= 0),
  -- What was put into the prompt, secrets taken out; gone after some days.
  input jsonb,
  output jsonb,
  asked_by uuid references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index model_calls_by_key on model_calls (key, created_at desc, id desc);
create index model_calls_by_day on model_calls (created_at, company_id) include (cost_micros);
create index model_calls_kept on model_calls (created_at) where input is not null;
call fence('model_calls');
grant select, insert, update (outcome, error, tokens_in, tokens_out, ms, cost_micros, output) on model_calls to portal_staff;

-- What a model proposed, and what people made of it.
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
  -- Null with another state than open: it was seen by what people did.
  decided_by uuid references profiles,
  decided_at timestamptz,
  created_by uuid references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, call_id) references model_calls (company_id, id),
  check ((state = 'open') = (decided_at is null))
);
create index suggestions_by_subject on suggestions (company_id, subject_id, created_at desc);
create index suggestions_by_key on suggestions (key, created_at);
create index suggestions_open on suggestions (key, created_at desc, id desc) where state = 'open';
call fence('suggestions');
grant select, insert, update (state, decided_by, decided_at) on suggestions to portal_staff;

-- An owner may say that nothing of the company is shown to a model.
alter table companies add model_allowed boolean not null default true;
grant update (model_allowed) on companies to portal_tenant, portal_staff;
