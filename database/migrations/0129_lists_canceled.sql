-- Saved views that filter by the status whose spelling changed, and views and columns of the list of products, whose name
-- changed from catalogue to catalog.

alter table saved_views no force row level security;
update saved_views set
    list = case list when 'catalogue' then 'catalog' else list end,
    query = regexp_replace(query, '(\mstatus=[^&]*\m)cancelled\M', '\1canceled', 'g')
  where list = 'catalogue' or query like '%cancelled%';
alter table saved_views force row level security;

alter table list_columns no force row level security;
update list_columns set list = 'catalog' where list = 'catalogue';
alter table list_columns force row level security;
