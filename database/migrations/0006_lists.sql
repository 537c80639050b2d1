-- What a person keeps about a list. Rows move with the person to another company.

create table saved_views (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  list text not null check (length(list) between 1 and 60),
  name text not null check (length(name) between 1 and 60),
  -- The query string of the list's address.
  query text not null check (length(query) <= 2000),
  -- Keys of the columns it shows; null: the person's own choice.
  columns text[] check (cardinality(columns) between 1 and 50),
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
comment on table saved_views is 'Saved views of a list: filters, sort order and columns under a name.';
create unique index saved_views_by_name on saved_views (user_id, list, lower(name));
create index saved_views_by_position on saved_views (user_id, list, position, id);
call enforce_row_level_security('saved_views');
grant select, insert, update (name, query, columns, position, updated_at), delete on saved_views to portal_tenant,
  portal_staff;

create table list_columns (
  company_id uuid not null references companies,
  user_id uuid not null,
  list text not null check (length(list) between 1 and 60),
  columns text[] not null check (cardinality(columns) between 1 and 50),
  updated_at timestamptz not null default now(),
  primary key (company_id, user_id, list),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
comment on table list_columns is 'Columns that a person chose for a list.';
create index list_columns_of_user on list_columns (user_id);
call enforce_row_level_security('list_columns');
grant select, insert, update (columns, updated_at), delete on list_columns to portal_tenant, portal_staff;
