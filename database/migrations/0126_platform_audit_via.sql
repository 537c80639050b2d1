-- Through what an act was done: a signed-in session, an API key, an administrator's view as another user, an email, or
-- a job. `via_id` is the API key or the user that was viewed as. Entries from before have neither.
alter table audit_log
  add column via text check (via in ('session', 'api_key', 'view_as', 'mail', 'job')),
  add column via_id uuid,
  add constraint audit_log_via_id_of check ((via_id is not null) = coalesce(via in ('api_key', 'view_as'), false));
