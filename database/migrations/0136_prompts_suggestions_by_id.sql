-- A decision about a suggestion looks it up by its id alone.
create unique index suggestions_by_id on suggestions (id);
