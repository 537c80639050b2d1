-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_suggestions with (security_invoker = true) as
  select company_id, id, state
  from suggestions;
comment on view shared_suggestions is 'Published: suggestions of the language model and whether somebody decided.';
grant select on shared_suggestions to portal_staff;
