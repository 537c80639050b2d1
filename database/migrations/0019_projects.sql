-- Projects with phases, tasks, comments, updates and files.

create sequence project_number start 1001;
grant usage on sequence project_number to portal_staff;
create table projects (
  company_id uuid not null references companies,
  id uuid not null,
  -- Shown as P-1001.
  number bigint not null default nextval('project_number'),
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 20000),
  status text not null default 'planned' check (status in ('planned', 'active', 'waiting_on_partner', 'on_hold', 'done',
    'cancelled')),
  -- The agreement that its work counts for; null: the company's default.
  agreement_id uuid,
  lead_id uuid not null references profiles,
  starts_on date,
  due_on date check (due_on >= starts_on),
  -- Planned minutes; null: no budget.
  budget_minutes integer check (budget_minutes between 1 and 600000),
  -- When the status last changed.
  status_at timestamptz not null default now(),
  completed_at timestamptz,
  version integer not null default 1,
  created_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  constraint projects_completed check ((status = 'done') = (completed_at is not null))
);
comment on table projects is 'Projects of a company.';
create unique index projects_by_id on projects (id);
create unique index projects_by_number on projects (number);
create index projects_of_company on projects (company_id, updated_at desc, id desc);
create index projects_by_update on projects (updated_at desc, id desc);
create index projects_by_status on projects (status, updated_at desc, id desc);
create index projects_of_lead on projects (lead_id, updated_at desc, id desc);
create index projects_of_agreement on projects (company_id, agreement_id) where agreement_id is not null;
call enforce_row_level_security('projects');
-- A task that a partner completes moves its project up in lists.
grant select, update (updated_at) on projects to portal_tenant;
grant select, insert, update (name, description, status, agreement_id, lead_id, starts_on, due_on, budget_minutes, status_at,
  completed_at, version, updated_at) on projects to portal_staff;

create table project_phases (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  position smallint not null check (position >= 0),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, project_id) references projects (company_id, id),
  unique (company_id, project_id, id),
  -- Checked at commit: while tasks are reordered, two share a position.
  constraint project_phases_order unique (company_id, project_id, position) deferrable initially deferred
);
comment on table project_phases is 'Phases of a project in order.';
create unique index project_phases_by_id on project_phases (id);
call enforce_row_level_security('project_phases');
grant select on project_phases to portal_tenant;
grant select, insert, update (name, position), delete on project_phases to portal_staff;

create table project_tasks (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  phase_id uuid not null,
  -- One sequence for all tasks of a project, however they are grouped.
  position integer not null check (position >= 0),
  title text not null check (length(title) between 1 and 200),
  body text not null default '' check (length(body) <= 20000),
  status text not null default 'todo' check (status in ('todo', 'doing', 'waiting_on_partner', 'done')),
  -- The side that it belongs to; without an assignee, anybody there.
  side text not null default 'provider' check (side in ('provider', 'partner')),
  assignee_id uuid references profiles,
  starts_on date,
  due_on date check (due_on >= starts_on),
  estimate_minutes integer check (estimate_minutes between 1 and 60000),
  -- When the status last changed.
  status_at timestamptz not null default now(),
  completed_at timestamptz,
  completed_by uuid references profiles,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, project_id, phase_id) references project_phases (company_id, project_id, id),
  unique (company_id, project_id, id),
  constraint project_tasks_order unique (company_id, project_id, position) deferrable initially deferred,
  constraint project_tasks_done check ((status = 'done') = (completed_at is not null) and (completed_at is null) =
    (completed_by is null)),
  constraint project_tasks_waiting check (status <> 'waiting_on_partner' or side = 'partner')
);
comment on table project_tasks is 'Tasks of a project, of the provider or of the partner.';
create unique index project_tasks_by_id on project_tasks (id);
create index project_tasks_of_phase on project_tasks (company_id, phase_id);
create index project_tasks_waiting_for on project_tasks (company_id, status_at) where status = 'waiting_on_partner';
create index project_tasks_of_assignee on project_tasks (assignee_id) where assignee_id is not null and status <> 'done';
call enforce_row_level_security('project_tasks');
-- A partner completes a task or undoes that; the trigger limits which.
grant select, update (status, status_at, completed_at, completed_by, version, updated_at) on project_tasks to portal_tenant;
grant select, insert, update (phase_id, position, title, body, status, side, assignee_id, starts_on, due_on,
  estimate_minutes, status_at, completed_at, completed_by, version, updated_at), delete on project_tasks to portal_staff;
create trigger project_tasks_by_partners before update on project_tasks for each row execute function partners_complete_own_tasks();

create table project_comments (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  task_id uuid not null,
  author_id uuid not null references profiles,
  body text not null check (length(body) between 1 and 10000),
  staff_only boolean not null default false,
  created_at timestamptz not null default now(),
  -- The author can edit it for some minutes, as with replies on tickets.
  version integer not null default 1,
  edited_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, project_id, task_id) references project_tasks (company_id, project_id, id) on delete cascade
);
comment on table project_comments is 'Comments on a task; internal ones are for staff only.';
create unique index project_comments_by_id on project_comments (id);
create index project_comments_of_task on project_comments (task_id, created_at, id);
call enforce_row_level_security('project_comments', hidden => 'staff_only');
grant select, insert (company_id, id, project_id, task_id, author_id, body), update (body, version, edited_at) on
  project_comments to portal_tenant;
grant select, insert, update (body, version, edited_at) on project_comments to portal_staff;
create trigger project_comments_own before update on project_comments for each row execute function partners_edit_own_comments();

create table project_updates (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  author_id uuid not null references profiles,
  health text not null check (health in ('on_track', 'at_risk', 'delayed')),
  body text not null check (length(body) between 1 and 10000),
  -- Completed and planned tasks on that day.
  tasks_done integer not null check (tasks_done >= 0),
  tasks_total integer not null check (tasks_total >= tasks_done),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  edited_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, project_id) references projects (company_id, id),
  unique (company_id, project_id, id)
);
comment on table project_updates is 'Status updates of a project, with the progress on that day.';
create unique index project_updates_by_id on project_updates (id);
create index project_updates_of_project on project_updates (project_id, created_at desc, id desc);
call enforce_row_level_security('project_updates');
grant select on project_updates to portal_tenant;
grant select, insert, update (health, body, version, edited_at) on project_updates to portal_staff;

create table project_files (
  company_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  task_id uuid,
  comment_id uuid,
  update_id uuid,
  file_id uuid not null,
  staff_only boolean not null default false,
  added_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, file_id),
  foreign key (company_id, project_id) references projects (company_id, id),
  foreign key (company_id, project_id, task_id) references project_tasks (company_id, project_id, id) on delete cascade,
  foreign key (company_id, comment_id) references project_comments (company_id, id) on delete cascade,
  foreign key (company_id, project_id, update_id) references project_updates (company_id, project_id, id),
  foreign key (company_id, file_id) references files (company_id, id),
  constraint project_files_of check (update_id is null or task_id is null),
  constraint project_files_comment check (comment_id is null or task_id is not null)
);
comment on table project_files is 'Files of a project, a task, a comment or an update.';
create index project_files_of_project on project_files (project_id, created_at desc, id desc);
call enforce_row_level_security('project_files', hidden => 'staff_only');
grant select, insert on project_files to portal_tenant, portal_staff;

create table project_tickets (
  company_id uuid not null,
  project_id uuid not null,
  ticket_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id, ticket_id),
  foreign key (company_id, project_id) references projects (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
comment on table project_tickets is 'Tickets that belong to a project.';
create index project_tickets_of_ticket on project_tickets (company_id, ticket_id);
call enforce_row_level_security('project_tickets');
grant select on project_tickets to portal_tenant;
grant select, insert, update (ticket_id), delete on project_tickets to portal_staff;

create table project_installations (
  company_id uuid not null,
  project_id uuid not null,
  installation_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id, installation_id),
  foreign key (company_id, project_id) references projects (company_id, id),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
comment on table project_installations is 'Automations that belong to a project.';
create index project_installations_of_installation on project_installations (company_id, installation_id);
call enforce_row_level_security('project_installations');
grant select on project_installations to portal_tenant;
grant select, insert, delete on project_installations to portal_staff;

create table project_watchers (
  company_id uuid not null,
  project_id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id, user_id),
  foreign key (company_id, project_id) references projects (company_id, id)
);
comment on table project_watchers is 'People who are notified of updates and of the end of a project.';
create index project_watchers_of_user on project_watchers (user_id);
call enforce_row_level_security('project_watchers');
grant select, insert, delete on project_watchers to portal_tenant, portal_staff;
create trigger project_watchers_own before insert or delete on project_watchers for each row execute function partners_watch_for_themselves();

-- Days count from the first day of the project.
create table project_templates (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 20000),
  budget_minutes integer check (budget_minutes between 1 and 600000),
  -- [{"name", "tasks": [{"title", "body", "side", "startDay", "dueDay", "estimateMinutes"}]}]
  phases jsonb not null default '[]' check (jsonb_typeof(phases) = 'array'),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table project_templates is 'Templates that projects begin with: phases with tasks; they belong to the provider.';
create unique index project_templates_by_id on project_templates (id);
create unique index project_templates_by_name on project_templates (company_id, lower(name)) where archived_at is null;
call enforce_row_level_security('project_templates');
grant select, insert, update (name, description, budget_minutes, phases, version, archived_at, updated_at) on
  project_templates to portal_staff;

create table project_text_versions (
  company_id uuid not null,
  id uuid not null,
  comment_id uuid,
  update_id uuid,
  body text not null check (length(body) <= 10000),
  -- When this text was written.
  written_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, comment_id) references project_comments (company_id, id) on delete cascade,
  foreign key (company_id, update_id) references project_updates (company_id, id) on delete cascade,
  constraint project_text_versions_of check (num_nonnulls(comment_id, update_id) = 1)
);
comment on table project_text_versions is 'Earlier texts of edited comments and updates.';
create index project_text_versions_of_comment on project_text_versions (company_id, comment_id, replaced_at, id)
  where comment_id is not null;
create index project_text_versions_of_update on project_text_versions (company_id, update_id, replaced_at, id)
  where update_id is not null;
call enforce_row_level_security('project_text_versions');
grant insert on project_text_versions to portal_tenant;
grant select, insert on project_text_versions to portal_staff;
