-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_projects with (security_invoker = true) as
  select company_id, id, number, name, status, agreement_id, budget_minutes, completed_at
  from projects;
comment on view shared_projects is 'Published: projects without their text.';
grant select on shared_projects to portal_tenant, portal_staff;

create view shared_project_tasks with (security_invoker = true) as
  select company_id, id, project_id, title, completed_at
  from project_tasks;
comment on view shared_project_tasks is 'Published: tasks of projects: names and when they were done.';
grant select on shared_project_tasks to portal_tenant, portal_staff;
