-- Why a document failed, where its reader can do something about it.
alter table documents
  add column problem text check (problem in ('too_large')),
  add constraint documents_problem check (problem is null or state = 'failed');
grant update (problem) on documents to portal_tenant, portal_staff;
