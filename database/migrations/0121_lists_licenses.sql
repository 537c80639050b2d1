-- Saved views that filter tickets by the category whose spelling changed.

alter table saved_views no force row level security;
update saved_views set query = regexp_replace(query, '\mlicences\M', 'licenses', 'g') where query like '%licences%';
alter table saved_views force row level security;
